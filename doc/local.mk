# parts of doc/

EXTRA_DIST += doc/packaging doc/real-programs.md doc/standard.md

# The pages for users: findings, and pages themselves, name them.
dist_doc_DATA += \
	doc/build-systems.md doc/coverage.md doc/deadlock.md \
	doc/from-other-tools.md doc/model.md doc/nodes.md doc/performance.md \
	doc/recording.md doc/troubleshooting.md doc/tutorial.md

dist_man_MANS += \
	doc/murmel-mpi.7 doc/murmel-mpicc.1 doc/murmel-mpiexec.1 \
	doc/murmel-mpifort.1

# What murmel prints of itself; where that does not run here (a cross build), of
# RUN_MURMEL, one of the same version.
RUN_MURMEL = bin/murmel
man_MANS = doc/murmel.1
completiondir = $(datadir)/bash-completion/completions
completion_DATA = doc/completion/murmel
CLEANFILES += doc/murmel.1 doc/completion/murmel

doc/murmel.1: bin/murmel
	$(AM_V_GEN)$(MKDIR_P) doc && $(RUN_MURMEL) help man >$@.new
	$(AM_V_at)mv $@.new $@

doc/completion/murmel: bin/murmel
	$(AM_V_GEN)$(MKDIR_P) doc/completion && $(RUN_MURMEL) help completion >$@.new
	$(AM_V_at)mv $@.new $@

# A Debian package, in deb/, and what lintian says of it; by hand, since it
# takes minutes.
.PHONY: deb
deb: dist-gzip
	rm -rf deb && $(MKDIR_P) deb && tar -C deb -xzf $(distdir).tar.gz
	mv deb/$(distdir)/doc/packaging/debian deb/$(distdir)/debian
	cd deb/$(distdir) && dpkg-buildpackage -b -us -uc
	cd deb && lintian --fail-on error,warning murmel_*.changes
