# The table of all MPI functions and what is made from it.
#
#   include/calls.h                 ids, kinds, views of the calls
#   libcall_table.la                call_table[], call_poll_words[], ...
#   libmurmel-<flavour>.la          the wrappers for an MPI

wrappers_table = \
	$(top_srcdir)/wrappers/kinds.def $(top_srcdir)/wrappers/calls.def
wrappers_generate = $(AWK) -f $(top_srcdir)/wrappers/generate.awk

EXTRA_DIST += \
	wrappers/calls.def wrappers/kinds.def wrappers/constants.def \
	wrappers/generate.awk wrappers/generate_wrappers.awk \
	wrappers/constants.awk wrappers/scan_mpi.sh \
	wrappers/flavour.sh \
	tests/coverage/encode_test.c tests/coverage/suite.sh

include/calls.h: $(top_srcdir)/wrappers/generate.awk $(wrappers_table)
	$(AM_V_GEN)$(MKDIR_P) include && \
	  $(wrappers_generate) -v output=calls_h $(wrappers_table) \
	    >$@.new && mv $@.new $@

wrappers/call_table.c: $(top_srcdir)/wrappers/generate.awk $(wrappers_table)
	$(AM_V_GEN)$(MKDIR_P) wrappers && \
	  $(wrappers_generate) -v output=call_table_c $(wrappers_table) \
	    >$@.new && mv $@.new $@

# All constants, for those who want their names.
include/neutral_constants.h: $(top_srcdir)/wrappers/constants.awk \
	  $(top_srcdir)/wrappers/constants.def
	$(AM_V_GEN)$(MKDIR_P) include && \
	  $(AWK) -f $(top_srcdir)/wrappers/constants.awk \
	    $(top_srcdir)/wrappers/constants.def >$@.new && mv $@.new $@

BUILT_SOURCES += include/calls.h include/neutral_constants.h
CLEANFILES += include/calls.h include/neutral_constants.h wrappers/call_table.c

noinst_LTLIBRARIES += libcall_table.la
libcall_table_la_SOURCES =
nodist_libcall_table_la_SOURCES = wrappers/call_table.c
$(libcall_table_la_OBJECTS): include/calls.h

# A flavour: the wrappers that flavour.sh makes for its mpi.h, and the modules
# encode, comm_cache, filled, received, restart, world.
wrappers_modules = \
	wrappers/encode.c wrappers/encode.h wrappers/comm_cache.c \
	wrappers/comm_cache.h wrappers/contents.c wrappers/contents.h \
	wrappers/filled.c wrappers/filled.h \
	wrappers/opened.c wrappers/opened.h \
	wrappers/received.c wrappers/received.h wrappers/restart.c \
	wrappers/restart.h wrappers/world.c wrappers/world.h
wrappers_cppflags = \
	$(AM_CPPFLAGS) -I$(top_srcdir)/wrappers -I$(top_srcdir)/libcheck
wrappers_cflags = $(AM_CFLAGS) -fvisibility=hidden -pthread
wrappers_ldflags = \
	-module -avoid-version -shared -pthread -Wl,-z,now \
	-export-symbols-regex '^murmel_flavour_(init|abort)$$'
wrappers_inputs = \
	$(top_srcdir)/wrappers/flavour.sh $(top_srcdir)/wrappers/scan_mpi.sh \
	$(top_srcdir)/wrappers/generate.awk \
	$(top_srcdir)/wrappers/generate_wrappers.awk \
	$(top_srcdir)/wrappers/constants.awk \
	$(top_srcdir)/wrappers/constants.def $(wrappers_table)

if HAVE_MPICH
pkglib_LTLIBRARIES += libmurmel-mpich.la
libmurmel_mpich_la_SOURCES = $(wrappers_modules)
nodist_libmurmel_mpich_la_SOURCES = \
	wrappers/mpich/wrap_fill.c \
	wrappers/mpich/wrap_p2p.c \
	wrappers/mpich/wrap_partitioned.c \
	wrappers/mpich/wrap_datatype.c \
	wrappers/mpich/wrap_collective.c \
	wrappers/mpich/wrap_comm.c \
	wrappers/mpich/wrap_topology.c \
	wrappers/mpich/wrap_environment.c \
	wrappers/mpich/wrap_info.c \
	wrappers/mpich/wrap_process.c \
	wrappers/mpich/wrap_rma.c \
	wrappers/mpich/wrap_external.c \
	wrappers/mpich/wrap_io.c \
	wrappers/mpich/wrap_bindings.c \
	wrappers/mpich/wrap_tool.c \
	wrappers/mpich/wrap_removed.c
libmurmel_mpich_la_CPPFLAGS = \
	-DMURMEL_FLAVOUR_MPICH -Iwrappers/mpich $(wrappers_cppflags) \
	$(MPICH_CFLAGS)
libmurmel_mpich_la_CFLAGS = $(wrappers_cflags)
libmurmel_mpich_la_LDFLAGS = $(wrappers_ldflags)
libmurmel_mpich_la_LIBADD = -ldl

wrappers/mpich/constants.h: $(wrappers_inputs)
	$(AM_V_GEN)$(SHELL) $(top_srcdir)/wrappers/flavour.sh '$(AWK)' \
	  wrappers/mpich $(CC) $(MPICH_CFLAGS)
$(nodist_libmurmel_mpich_la_SOURCES): wrappers/mpich/constants.h
$(libmurmel_mpich_la_OBJECTS): include/calls.h wrappers/mpich/constants.h
BUILT_SOURCES += wrappers/mpich/constants.h
CLEANFILES += \
	wrappers/mpich/present wrappers/mpich/constants.h \
	$(nodist_libmurmel_mpich_la_SOURCES)
endif

if HAVE_OPENMPI
pkglib_LTLIBRARIES += libmurmel-openmpi.la
libmurmel_openmpi_la_SOURCES = $(wrappers_modules)
nodist_libmurmel_openmpi_la_SOURCES = \
	wrappers/openmpi/wrap_fill.c \
	wrappers/openmpi/wrap_p2p.c \
	wrappers/openmpi/wrap_partitioned.c \
	wrappers/openmpi/wrap_datatype.c \
	wrappers/openmpi/wrap_collective.c \
	wrappers/openmpi/wrap_comm.c \
	wrappers/openmpi/wrap_topology.c \
	wrappers/openmpi/wrap_environment.c \
	wrappers/openmpi/wrap_info.c \
	wrappers/openmpi/wrap_process.c \
	wrappers/openmpi/wrap_rma.c \
	wrappers/openmpi/wrap_external.c \
	wrappers/openmpi/wrap_io.c \
	wrappers/openmpi/wrap_bindings.c \
	wrappers/openmpi/wrap_tool.c \
	wrappers/openmpi/wrap_removed.c
libmurmel_openmpi_la_CPPFLAGS = \
	-DMURMEL_FLAVOUR_OPENMPI -Iwrappers/openmpi $(wrappers_cppflags) \
	$(OPENMPI_CFLAGS)
libmurmel_openmpi_la_CFLAGS = $(wrappers_cflags)
libmurmel_openmpi_la_LDFLAGS = $(wrappers_ldflags)
libmurmel_openmpi_la_LIBADD = -ldl

wrappers/openmpi/constants.h: $(wrappers_inputs)
	$(AM_V_GEN)$(SHELL) $(top_srcdir)/wrappers/flavour.sh '$(AWK)' \
	  wrappers/openmpi $(CC) $(OPENMPI_CFLAGS)
$(nodist_libmurmel_openmpi_la_SOURCES): wrappers/openmpi/constants.h
$(libmurmel_openmpi_la_OBJECTS): include/calls.h wrappers/openmpi/constants.h
BUILT_SOURCES += wrappers/openmpi/constants.h
CLEANFILES += \
	wrappers/openmpi/present wrappers/openmpi/constants.h \
	$(nodist_libmurmel_openmpi_la_SOURCES)
endif

pkglib_LTLIBRARIES += libmurmel-abi.la
libmurmel_abi_la_SOURCES = $(wrappers_modules)
nodist_libmurmel_abi_la_SOURCES = \
	wrappers/abi/wrap_fill.c \
	wrappers/abi/wrap_p2p.c \
	wrappers/abi/wrap_partitioned.c \
	wrappers/abi/wrap_datatype.c \
	wrappers/abi/wrap_collective.c \
	wrappers/abi/wrap_comm.c \
	wrappers/abi/wrap_topology.c \
	wrappers/abi/wrap_environment.c \
	wrappers/abi/wrap_info.c \
	wrappers/abi/wrap_process.c \
	wrappers/abi/wrap_rma.c \
	wrappers/abi/wrap_external.c \
	wrappers/abi/wrap_io.c \
	wrappers/abi/wrap_bindings.c \
	wrappers/abi/wrap_tool.c \
	wrappers/abi/wrap_removed.c
libmurmel_abi_la_CPPFLAGS = \
	-DMURMEL_FLAVOUR_ABI -Iwrappers/abi $(wrappers_cppflags) \
	-Irefmpi
libmurmel_abi_la_CFLAGS = $(wrappers_cflags)
libmurmel_abi_la_LDFLAGS = $(wrappers_ldflags)
libmurmel_abi_la_LIBADD = -ldl

wrappers/abi/constants.h: $(wrappers_inputs) refmpi/mpi.h
	$(AM_V_GEN)$(SHELL) $(top_srcdir)/wrappers/flavour.sh '$(AWK)' \
	  wrappers/abi $(CC) -Irefmpi
$(nodist_libmurmel_abi_la_SOURCES): wrappers/abi/constants.h
$(libmurmel_abi_la_OBJECTS): include/calls.h wrappers/abi/constants.h
BUILT_SOURCES += wrappers/abi/constants.h
CLEANFILES += \
	wrappers/abi/present wrappers/abi/constants.h \
	$(nodist_libmurmel_abi_la_SOURCES)
