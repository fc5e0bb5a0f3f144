# Tests.  The unit tests (tests/unit, cmocka) are listed in the folder whose
# modules they test; `make check` runs them.  `make check-all` runs them and
# every suite that needs an installed tree.

AM_TESTS_ENVIRONMENT = \
	top_srcdir='$(abs_top_srcdir)'; top_builddir='$(abs_top_builddir)'; \
	export top_srcdir top_builddir;

EXTRA_DIST += \
	tests/argument tests/behaviours tests/check_all.sh tests/bench tests/coverage tests/e2e tests/faults \
	tests/large tests/lint tests/matching tests/native tests/nodes tests/random tests/real tests/recording tests/refmpi tests/repeat tests/report tests/sum.sh tests/unit/golden

# What only tests run is compiled in a quarter of the time.
quick_CFLAGS = -g -O0

.PHONY: check-all
check-all: stage
	$(AM_V_at)$(MAKE) $(AM_MAKEFLAGS) tests/bench/scale
	$(AM_V_at)$(MAKE) $(AM_MAKEFLAGS) CFLAGS='$(quick_CFLAGS)' $(check_PROGRAMS) \
	  tests/large/generate
	$(AM_V_at)top_srcdir='$(abs_top_srcdir)' \
	  top_builddir='$(abs_top_builddir)' \
	  prefix='$(stage)$(prefix)' unit_tests='$(check_PROGRAMS)' \
	  sh $(top_srcdir)/tests/check_all.sh

# Do the verdicts depend on timing?  Takes hours; REPEAT=N makes it shorter,
# ROWS='A2 E' and FLAVOURS='abi mpich' smaller.
.PHONY: check-repeat
check-repeat: stage
	$(AM_V_at)top_srcdir='$(abs_top_srcdir)' prefix='$(stage)$(prefix)' \
	  sh $(top_srcdir)/tests/repeat/long.sh

# Every program under each of the reference MPI's behaviours: ten minutes.
.PHONY: check-behaviours
check-behaviours: stage
	$(AM_V_at)top_srcdir='$(abs_top_srcdir)' prefix='$(stage)$(prefix)' \
	  BEHAVIOURS=all sh $(top_srcdir)/tests/behaviours/suite.sh

# Is it silent on what compilers make of the clean programs when they optimize?
# Twenty minutes.
.PHONY: check-optimized
check-optimized: stage
	$(AM_V_at)for level in 1 2 3; do \
	  MURMEL='$(stage)$(bindir)/murmel' PATH='$(stage)$(bindir)':"$$PATH" \
	    $(top_srcdir)/tests/e2e/run.py --clean --optimize=$$level || exit 1; \
	done

# Murmel under a Slurm of two nodes, started for it: a minute, as root, with
# Debian's slurmctld and slurmd.
.PHONY: check-slurm
check-slurm: stage
	$(AM_V_at)MURMEL='$(stage)$(bindir)/murmel' \
	  /usr/bin/python3 $(top_srcdir)/tests/nodes/slurm.py

# The reference MPI under the compiler's sanitizers: some minutes.
.PHONY: check-sanitize
check-sanitize: stage
	$(AM_V_at)sh $(top_srcdir)/tests/refmpi/sanitize.sh $(top_srcdir) '$(CC)' \
	  '$(stage)$(prefix)'

# The acceptance rows and their programs, as a table.
.PHONY: acceptance
acceptance:
	$(AM_V_at)/usr/bin/python3 $(top_srcdir)/tests/lint/acceptance.py

# Makes recordings of runs of thousands of ranks.
EXTRA_PROGRAMS += tests/large/generate
tests_large_generate_SOURCES = \
	tests/large/generate.c tests/large/programs.c tests/large/programs.h
tests_large_generate_CPPFLAGS = $(server_cppflags)
tests_large_generate_LDADD = $(server_libs)
$(tests_large_generate_OBJECTS): include/calls.h include/neutral_constants.h

# What Murmel costs, by one command: calls in time and in instructions, small
# applications, memory.  An hour; the machine should have nothing else to do.
.PHONY: bench
bench: stage tests/bench/scale
	$(AM_V_at)for table in run applications instructions memory; do \
	    MURMEL='$(stage)$(bindir)/murmel' SCALE=tests/bench/scale \
	      $(top_srcdir)/tests/bench/$$table.py || exit 1; \
	  done

# Murmel built for what it mostly does, which gcc learns by running it: takes
# some minutes more.
profile = $(abs_builddir)/profile
profile_generate = -fprofile-generate=$(profile) -fprofile-update=atomic
profile_use = -fprofile-use=$(profile) -fprofile-partial-training \
	-Wno-missing-profile -Wno-error
.PHONY: profile-guided
profile-guided:
	rm -rf $(profile)
	$(MAKE) $(AM_MAKEFLAGS) clean
	for target in stage tests/large/generate; do \
	  $(MAKE) $(AM_MAKEFLAGS) CFLAGS='$(CFLAGS) $(profile_generate)' $$target \
	    || exit 1; \
	done
	sh $(top_srcdir)/tests/bench/train.sh $(top_srcdir) . '$(stage)$(prefix)'
	$(MAKE) $(AM_MAKEFLAGS) clean
	rm -f tests/large/generate
	$(MAKE) $(AM_MAKEFLAGS) CFLAGS='$(CFLAGS) $(profile_use)' stage

# A benchmark: how many records a second the checker takes of many ranks.
EXTRA_PROGRAMS += tests/bench/scale
tests_bench_scale_SOURCES = tests/bench/scale.c
tests_bench_scale_CPPFLAGS = $(server_cppflags)
tests_bench_scale_CFLAGS = $(AM_CFLAGS) $(LTO_CFLAGS)
tests_bench_scale_LDFLAGS = $(LTO_CFLAGS)
tests_bench_scale_LDADD = $(server_libs)
$(tests_bench_scale_OBJECTS): include/calls.h include/neutral_constants.h

.PHONY: bench-scale
bench-scale: tests/bench/scale
	$(AM_V_at)tests/bench/scale 32x32 128x128
	$(AM_V_at)for hang in cycle any barrier halves; do \
	    tests/bench/scale --hang=$$hang 32x32 64x64 || exit 1; done

# A benchmark: how long a report of 10,000 findings over 1,024 ranks takes to
# be written.
.PHONY: bench-report
bench-report: tests/report/make_report
	$(AM_V_at)for i in 1 2 3; do \
	    tests/report/make_report many bench-report.tmp || exit 1; done
	$(AM_V_at)rm -rf bench-report.tmp

# Whole folders are distributed: without what was built in them.
dist-hook:
	find $(distdir)/tests \( -name '*.o' -o -name '*.lo' -o -name .deps \
	  -o -name .libs -o -name .dirstamp -o -name __pycache__ \) \
	  -prune -exec rm -rf {} +
	rm -f $(distdir)/tests/bench/scale $(distdir)/tests/large/generate $(distdir)/tests/report/make_report
