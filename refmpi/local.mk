# The reference MPI: libmpi_abi, its mpi.h, murmel-mpicc and murmel-mpiexec.

pkglib_LTLIBRARIES += libmpi_abi.la
noinst_LTLIBRARIES += librefmpi.la
bin_PROGRAMS += murmel-mpiexec
bin_SCRIPTS += murmel-mpicc
nodist_pkginclude_HEADERS += refmpi/mpi.h
EXTRA_DIST += refmpi/mpi.h.in refmpi/mpicc.in refmpi/unsupported.awk

# mpi.h comes first: another MPI's may lie on the compiler's path.
refmpi_cppflags = -Irefmpi -I$(srcdir)/refmpi -DREFMPI_VERSION='"$(VERSION)"'
refmpi_cflags = $(AM_CFLAGS) -fvisibility=hidden -pthread

librefmpi_la_SOURCES = \
	refmpi/abi.c refmpi/attribute.c refmpi/buffer.c refmpi/buffer.h \
	refmpi/buffer_attach.c refmpi/choice.c refmpi/choice.h refmpi/coll.c refmpi/coll_board.c \
	refmpi/coll_board.h refmpi/coll_call.h refmpi/coll_cast.c \
	refmpi/coll_cast.h \
	refmpi/coll_large.c refmpi/coll_neighbor.c refmpi/coll_plan.c \
	refmpi/coll_plan.h refmpi/coll_reduce.c refmpi/coll_schedule.c \
	refmpi/coll_schedule.h refmpi/comm.c refmpi/comm.h \
	refmpi/comm_context.c refmpi/comm_create.c refmpi/comm_dup.c \
	refmpi/comm_inter.c refmpi/comm_split.c refmpi/datatype.c \
	refmpi/datatype.h \
	refmpi/datatype_array.c refmpi/datatype_build.c \
	refmpi/datatype_build.h refmpi/datatype_create.c \
	refmpi/datatype_external.c \
	refmpi/datatype_f90.c refmpi/datatype_layout.c \
	refmpi/datatype_layout.h refmpi/datatype_pack.c \
	refmpi/datatype_predefined.c refmpi/datatype_predefined.h \
	refmpi/datatype_query.c refmpi/deadlock.c refmpi/deadlock.h \
	refmpi/environment.c refmpi/errhandler.c \
	refmpi/errhandler.h refmpi/error.c refmpi/graph.c refmpi/group.c \
	refmpi/group.h refmpi/handle.c refmpi/info.c refmpi/init.c \
	refmpi/init.h refmpi/internal.h refmpi/match.c refmpi/match.h \
	refmpi/message.c refmpi/op.c refmpi/op.h refmpi/op_kernel.c \
	refmpi/op_kernel.h refmpi/option.c refmpi/outbox.c refmpi/outbox.h refmpi/p2p.c refmpi/p2p_copy.c refmpi/p2p_copy.h \
	refmpi/p2p_life.c refmpi/p2p.h \
	refmpi/partitioned.c refmpi/processor.c refmpi/processor.h refmpi/progress.c \
	refmpi/recv.c refmpi/request.c refmpi/request.h \
	refmpi/replay.c refmpi/replay.h refmpi/request_life.c refmpi/rma.c refmpi/rma_deferred.c \
	refmpi/rma_deferred.h refmpi/rma_remote.c \
	refmpi/rma_remote.h refmpi/rma_transfer.c refmpi/rma_transfer.h \
	refmpi/segment.c refmpi/segment.h refmpi/segment_create.c \
	refmpi/segment_state.c refmpi/send.c refmpi/sendrecv.c refmpi/session.c \
	refmpi/session.h refmpi/status.c \
	refmpi/tool.c refmpi/topology.c refmpi/topology.h refmpi/window.c \
	refmpi/window.h refmpi/window_attached.c refmpi/window_attached.h \
	refmpi/window_copies.c refmpi/window_copies.h \
	refmpi/window_create.c refmpi/window_lock.c \
	refmpi/window_sync.c
librefmpi_la_CPPFLAGS = $(refmpi_cppflags)
librefmpi_la_CFLAGS = $(refmpi_cflags) $(LTO_CFLAGS)

# What no object above defines gets a body that says so, and thus all names of
# the MPI 5.0 ABI link.
libmpi_abi_la_SOURCES =
nodist_libmpi_abi_la_SOURCES = refmpi/unsupported.c
libmpi_abi_la_CPPFLAGS = $(refmpi_cppflags)
libmpi_abi_la_CFLAGS = $(refmpi_cflags) $(LTO_CFLAGS)
libmpi_abi_la_LIBADD = librefmpi.la
libmpi_abi_la_LDFLAGS = $(LTO_CFLAGS) \
	-version-info 1:0:0 -no-undefined -Wl,-z,defs -pthread

murmel_mpiexec_SOURCES = refmpi/forward.c refmpi/forward.h refmpi/mpiexec.c \
	refmpi/segment_create.c refmpi/segment_state.c refmpi/tag.c refmpi/tag.h
murmel_mpiexec_CPPFLAGS = $(refmpi_cppflags)

refmpi_table = $(top_srcdir)/wrappers/kinds.def $(top_srcdir)/wrappers/calls.def

refmpi/mpi.h: $(srcdir)/refmpi/mpi.h.in $(top_srcdir)/wrappers/generate.awk \
		$(refmpi_table)
	$(AM_V_GEN)$(MKDIR_P) refmpi && \
	  $(AWK) -v output=prototypes -f $(top_srcdir)/wrappers/generate.awk \
	    $(refmpi_table) >refmpi/prototypes.new && \
	  sed -e '/^@PROTOTYPES@$$/{r refmpi/prototypes.new' -e 'd;}' \
	    $(srcdir)/refmpi/mpi.h.in >$@.new && \
	  rm -f refmpi/prototypes.new && mv $@.new $@

refmpi/unsupported.c: librefmpi.la refmpi/mpi.h \
		$(srcdir)/refmpi/unsupported.awk
	$(AM_V_GEN)$(NM) .libs/librefmpi.a | \
	  $(AWK) -f $(srcdir)/refmpi/unsupported.awk - refmpi/mpi.h >$@.new && \
	  mv $@.new $@

# $(call compiler_wrapper,PROGRAM,LANGUAGE,VARIABLE,COMPILER,LIBRARIES)
compiler_wrapper = up=`echo '$(bindir)' | sed -e 's|^$(exec_prefix)/*||' \
	    -e 's|[^/][^/]*|..|g'` && \
	  sed -e 's|@PROGRAM[@]|$(1)|' -e 's|@LANGUAGE[@]|$(2)|' \
	    -e 's|@VARIABLE[@]|$(3)|' -e 's|@COMPILER[@]|$(4)|' \
	    -e 's|@LIBRARIES[@]|$(5)|' \
	    -e "s|@BINDIR_TO_INCLUDE[@]|$$up/$(refmpi_include_below)|" \
	    -e "s|@BINDIR_TO_LIB[@]|$$up/$(refmpi_lib_below)|" \
	    $(srcdir)/refmpi/mpicc.in >$@.new && \
	  chmod +x $@.new && mv $@.new $@

murmel-mpicc: $(srcdir)/refmpi/mpicc.in Makefile
	$(AM_V_GEN)$(call compiler_wrapper,$@,C,MURMEL_CC,$(CC),-lmpi_abi)

# The folders of mpi.h and libmpi_abi below the common prefix.
refmpi_include_below = `echo '$(pkgincludedir)' | sed 's|^$(prefix)/*||'`
refmpi_lib_below = `echo '$(pkglibdir)' | sed 's|^$(exec_prefix)/*||'`

$(librefmpi_la_OBJECTS) $(nodist_libmpi_abi_la_OBJECTS): refmpi/mpi.h

# The Fortran binding: a library that calls MPI as programs do, mpif.h and the
# module mpi.  Where there is no gfortran there is none, and no murmel-mpifort.
refmpi_fortran = $(AWK) -f $(srcdir)/refmpi/fortran.awk
EXTRA_DIST += refmpi/fortran.awk refmpi/mpif.h.in

if HAVE_GFORTRAN
pkglib_LTLIBRARIES += libmpi_mpifh_abi.la
nodist_pkginclude_HEADERS += refmpi/mpif.h refmpi/mpi.mod
bin_SCRIPTS += murmel-mpifort
CLEANFILES += refmpi/mpif.h refmpi/mpi.mod refmpi/mpi.f90 \
	refmpi/fortran_calls.c murmel-mpifort
endif

libmpi_mpifh_abi_la_SOURCES = refmpi/fortran.c refmpi/fortran_attribute.c \
	refmpi/fortran.h
nodist_libmpi_mpifh_abi_la_SOURCES = refmpi/fortran_calls.c
libmpi_mpifh_abi_la_CPPFLAGS = $(refmpi_cppflags)
libmpi_mpifh_abi_la_CFLAGS = $(AM_CFLAGS) -Wno-missing-prototypes
libmpi_mpifh_abi_la_LIBADD = libmpi_abi.la
libmpi_mpifh_abi_la_LDFLAGS = -version-info 1:0:0 -no-undefined -Wl,-z,defs \
	-Wl,-rpath,'$$ORIGIN'
$(libmpi_mpifh_abi_la_OBJECTS): refmpi/mpi.h

refmpi/fortran_calls.c: $(srcdir)/refmpi/fortran.awk $(refmpi_table)
	$(AM_V_GEN)$(MKDIR_P) refmpi && $(refmpi_fortran) -v output=calls \
	    $(top_srcdir)/wrappers/calls.def >$@.new && mv $@.new $@

refmpi/mpif.h: refmpi/mpi.h $(srcdir)/refmpi/fortran.awk \
		$(srcdir)/refmpi/mpif.h.in
	$(AM_V_GEN)$(refmpi_fortran) -v output=constants refmpi/mpi.h \
	    >refmpi/constants.new && \
	  sed -e '/^@CONSTANTS@$$/{r refmpi/constants.new' -e 'd;}' \
	    $(srcdir)/refmpi/mpif.h.in >$@.new && \
	  rm -f refmpi/constants.new && mv $@.new $@

refmpi/mpi.mod: refmpi/mpif.h $(refmpi_table)
	$(AM_V_GEN){ echo 'module mpi'; echo 'implicit none'; \
	    echo "include 'mpif.h'"; echo interface; \
	    $(refmpi_fortran) -v output=interfaces \
	      $(top_srcdir)/wrappers/calls.def; \
	    echo 'end interface'; echo 'end module'; } >refmpi/mpi.f90 && \
	  $(GFORTRAN) -fsyntax-only -Irefmpi -Jrefmpi refmpi/mpi.f90 && touch $@

murmel-mpifort: $(srcdir)/refmpi/mpicc.in Makefile
	$(AM_V_GEN)$(call compiler_wrapper,$@,Fortran,MURMEL_FC,$(GFORTRAN) $(GFORTRAN_MISMATCH),-lmpi_mpifh_abi -lmpi_abi)

CLEANFILES += refmpi/mpi.h refmpi/unsupported.c murmel-mpicc
