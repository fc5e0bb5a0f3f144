# parts of doc/

EXTRA_DIST += doc/coverage.md doc/deadlock.md doc/model.md doc/real-programs.md doc/standard.md

dist_man_MANS += doc/murmel-mpi.7

# What murmel prints of itself.
man_MANS = doc/murmel.1
completiondir = $(datadir)/bash-completion/completions
completion_DATA = doc/completion/murmel
CLEANFILES += doc/murmel.1 doc/completion/murmel

doc/murmel.1: bin/murmel
	$(AM_V_GEN)$(MKDIR_P) doc && bin/murmel help man >$@.new
	$(AM_V_at)mv $@.new $@

doc/completion/murmel: bin/murmel
	$(AM_V_GEN)$(MKDIR_P) doc/completion && bin/murmel help completion >$@.new
	$(AM_V_at)mv $@.new $@
