# libmurmel.so, the preload.  No MPI in its DT_NEEDED, nor libunwind (stack.h).

pkglib_LTLIBRARIES += libmurmel.la
libmurmel_la_SOURCES = \
	libcheck/allocate.c libcheck/arena.c libcheck/arena.h libcheck/block.c libcheck/block.h \
	libcheck/object.c libcheck/object.h \
	libcheck/call.c \
	libcheck/client.h libcheck/connect.c libcheck/connect.h \
	libcheck/delay.c libcheck/delay.h libcheck/devices.c libcheck/devices.h \
	libcheck/dispatch.c libcheck/dispatch.h libcheck/other_tool.c libcheck/other_tool.h libcheck/fortran.h \
	libcheck/fortran_names.c libcheck/fortran_output.c libcheck/fortran_status.c \
	libcheck/follow.c libcheck/follow.h libcheck/followed.c libcheck/followed.h \
	libcheck/followed_hits.c libcheck/followed_hits.h libcheck/followed_stack.c libcheck/followed_stack.h \
	libcheck/follow_whole.c libcheck/follow_whole.h libcheck/hits.c libcheck/hits.h \
	libcheck/pass_over.c libcheck/pass_over.h \
	libcheck/automatic.c libcheck/automatic.h \
	libcheck/frames.c libcheck/frames.h \
	libcheck/given.c libcheck/given.h \
	libcheck/handle_table.h \
	libcheck/launch.c libcheck/launch.h \
	libcheck/extended.c libcheck/imports.c libcheck/imports.h \
	libcheck/hash.c libcheck/hash.h libcheck/hash_avx2.c \
	libcheck/incoming.c libcheck/incoming.h libcheck/layout.c libcheck/layout.h \
	libcheck/layout_array.c libcheck/layout_build.h \
	libcheck/buffers.c libcheck/buffers.h \
	libcheck/looked.c libcheck/looked.h libcheck/map_area.c libcheck/map_area.h \
	libcheck/mapped.c libcheck/mapped.h libcheck/mapping.c libcheck/mapping.h \
	libcheck/meet.c libcheck/meet.h \
	libcheck/message.c libcheck/message.h \
	libcheck/modules.c libcheck/modules.h \
	libcheck/mpi_fault.c libcheck/mpi_fault.h libcheck/observe.c \
	libcheck/flow.c libcheck/flow.h \
	libcheck/operand.c libcheck/operand.h \
	libcheck/native.c libcheck/native.h \
	libcheck/observe.h libcheck/pages.c libcheck/pages.h libcheck/poll.c libcheck/poll.h \
	libcheck/process.c libcheck/process.h \
	libcheck/python.c libcheck/python.h libcheck/python_layout.h \
	libcheck/python_memory.c libcheck/python_memory.h libcheck/python_place.c \
	libcheck/readable.c libcheck/readable.h \
	libcheck/ring.c libcheck/ring.h libcheck/room.c libcheck/shape.c libcheck/shape.h \
	libcheck/site.c libcheck/site.h \
	libcheck/site_cache.c libcheck/site_cache.h \
	libcheck/site_frames.c libcheck/site_frames.h \
	libcheck/snapshot.c libcheck/snapshot.h \
	libcheck/spawn.c libcheck/spawn.h libcheck/stack.c \
	libcheck/stack.h libcheck/stack_full.c libcheck/stack_full.h libcheck/step.c libcheck/step.h \
	libcheck/tasks.c libcheck/tasks.h libcheck/thread.c libcheck/thread.h \
	libcheck/watch.c libcheck/watch.h \
	libcheck/watch_content.c libcheck/watch_freed.c libcheck/watch_left.c libcheck/watch_member.c \
	libcheck/watch_ranges.c \
	libcheck/watch_operation.c libcheck/watch_partition.c libcheck/watch_place.c \
	libcheck/watch_private.h libcheck/watch_request.c \
	libcheck/watch_window.c
nodist_libmurmel_la_SOURCES = libcheck/stubs.S
libmurmel_la_CPPFLAGS = $(AM_CPPFLAGS) -Ilibcheck
libmurmel_la_CFLAGS = \
	$(AM_CFLAGS) $(LTO_CFLAGS) -fvisibility=hidden -pthread
libmurmel_la_LDFLAGS = $(LTO_CFLAGS) \
	-module -avoid-version -shared -pthread \
	-export-symbols-regex '^(P?MPIX?_|p?mpi_|pmpir_|ompi_|murmel_|_gfortran_transfer_|aligned_alloc$$|calloc$$|dlclose$$|free$$|ioctl$$|malloc$$|malloc_usable_size$$|memalign$$|posix_memalign$$|pvalloc$$|realloc$$|valloc$$)' \
	-Wl,-z,defs -Wl,-z,now
libmurmel_la_LIBADD = libcall_table.la -ldl

# What programs built by `murmel cc` are linked with, by the name that the
# compiler gives it.
nativelibdir = $(pkglibdir)/native
nativelib_LIBRARIES = libcheck/libtsan.a
dist_nativelib_SCRIPTS = libcheck/as
dist_nativelib_DATA = libcheck/inline_assembler.s
libcheck_libtsan_a_SOURCES = \
	libcheck/native_elsewhere.c libcheck/native_elsewhere.h \
	libcheck/native_runtime.c
libcheck_libtsan_a_CFLAGS = $(AM_CFLAGS) $(NATIVE_CFLAGS) -O2 -fPIC

# Part of each flavour that has a Fortran binding.
if HAVE_MPICH
libmurmel_mpich_la_SOURCES += libcheck/fortran.c libcheck/fortran.h
endif
if HAVE_OPENMPI
libmurmel_openmpi_la_SOURCES += libcheck/fortran.c libcheck/fortran.h
endif

libcheck_table = \
	$(top_srcdir)/wrappers/kinds.def $(top_srcdir)/wrappers/calls.def

libcheck/stubs.S: $(top_srcdir)/wrappers/generate.awk $(libcheck_table)
	$(AM_V_GEN)$(MKDIR_P) libcheck && \
	  $(AWK) -v output=stubs_s -f $(top_srcdir)/wrappers/generate.awk \
	    $(libcheck_table) >$@.new && mv $@.new $@

libcheck/call_names.inc: $(top_srcdir)/wrappers/generate.awk $(libcheck_table)
	$(AM_V_GEN)$(MKDIR_P) libcheck && \
	  $(AWK) -v output=names -f $(top_srcdir)/wrappers/generate.awk \
	    $(libcheck_table) >$@.new && \
	  $(SED) 's/.*/"&",/' <$@.new >$@ && rm -f $@.new

$(libmurmel_la_OBJECTS): libcheck/call_names.inc include/calls.h
BUILT_SOURCES += libcheck/call_names.inc
CLEANFILES += libcheck/stubs.S libcheck/call_names.inc

EXTRA_DIST += doc/wire.md

if HAVE_CMOCKA
libcheck_tests = \
	tests/unit/test_arena tests/unit/test_client \
	tests/unit/test_connect tests/unit/test_delay tests/unit/test_given \
	tests/unit/test_launch tests/unit/test_modules \
	tests/unit/test_native tests/unit/test_operand tests/unit/test_ring \
	tests/unit/test_pages tests/unit/test_python_line \
	tests/unit/test_site_cache tests/unit/test_snapshot
check_PROGRAMS += $(libcheck_tests)
TESTS += $(libcheck_tests)
libcheck_test_cppflags = $(AM_CPPFLAGS) -I$(top_srcdir)

tests_unit_test_client_SOURCES = \
	tests/unit/test_client.c libcheck/arena.c libcheck/block.c libcheck/call.c \
	libcheck/delay.c libcheck/devices.c libcheck/flow.c libcheck/follow.c libcheck/followed.c libcheck/followed_hits.c libcheck/followed_stack.c libcheck/follow_whole.c libcheck/given.c libcheck/hits.c libcheck/imports.c libcheck/pass_over.c \
	libcheck/automatic.c libcheck/frames.c libcheck/incoming.c libcheck/launch.c \
	libcheck/layout.c libcheck/layout_array.c libcheck/modules.c libcheck/native.c libcheck/python.c \
	libcheck/python_memory.c libcheck/python_place.c libcheck/ring.c libcheck/shape.c \
	libcheck/site.c libcheck/site_cache.c libcheck/site_frames.c \
	libcheck/hash.c libcheck/hash_avx2.c libcheck/pages.c \
	libcheck/readable.c libcheck/snapshot.c libcheck/stack.c libcheck/stack_full.c libcheck/step.c libcheck/thread.c \
	libcheck/buffers.c libcheck/looked.c libcheck/map_area.c libcheck/mapped.c libcheck/mapping.c libcheck/meet.c libcheck/object.c libcheck/operand.c libcheck/poll.c libcheck/watch.c \
	libcheck/watch_content.c libcheck/watch_freed.c libcheck/watch_left.c libcheck/watch_member.c \
	libcheck/watch_operation.c libcheck/watch_partition.c libcheck/watch_place.c libcheck/watch_ranges.c \
	libcheck/watch_request.c libcheck/watch_window.c
tests_unit_test_client_CPPFLAGS = $(libcheck_test_cppflags)
tests_unit_test_client_CFLAGS = $(AM_CFLAGS) -pthread
tests_unit_test_client_LDADD = libcall_table.la $(CMOCKA_LIBS) -ldl

tests_unit_test_connect_SOURCES = \
	tests/unit/test_connect.c libcheck/connect.c libcheck/launch.c \
	libcheck/message.c libcheck/spawn.c
tests_unit_test_connect_CPPFLAGS = $(libcheck_test_cppflags)
tests_unit_test_connect_CFLAGS = $(AM_CFLAGS) -pthread
tests_unit_test_connect_LDADD = $(CMOCKA_LIBS) -ldl
$(tests_unit_test_connect_OBJECTS): include/calls.h

tests_unit_test_delay_SOURCES = \
	tests/unit/test_delay.c libcheck/delay.c libcheck/launch.c
tests_unit_test_delay_CPPFLAGS = $(libcheck_test_cppflags)
tests_unit_test_delay_LDADD = $(CMOCKA_LIBS)

tests_unit_test_launch_SOURCES = tests/unit/test_launch.c libcheck/launch.c
tests_unit_test_launch_CPPFLAGS = $(libcheck_test_cppflags)
tests_unit_test_launch_LDADD = $(CMOCKA_LIBS)

tests_unit_test_modules_SOURCES = \
	tests/unit/test_modules.c libcheck/modules.c libcheck/arena.c
tests_unit_test_modules_CPPFLAGS = $(libcheck_test_cppflags)
tests_unit_test_modules_LDADD = $(CMOCKA_LIBS) -ldl

tests_unit_test_python_line_SOURCES = \
	tests/unit/test_python_line.c libcheck/arena.c libcheck/hash.c \
	libcheck/hash_avx2.c libcheck/python.c libcheck/python_memory.c \
	libcheck/python_place.c libcheck/stack.c
tests_unit_test_python_line_CPPFLAGS = $(libcheck_test_cppflags)
tests_unit_test_python_line_CFLAGS = $(AM_CFLAGS) -pthread
tests_unit_test_python_line_LDADD = $(CMOCKA_LIBS) -ldl

tests_unit_test_native_SOURCES = \
	tests/unit/test_native.c libcheck/arena.c libcheck/native.c \
	libcheck/native_runtime.c
tests_unit_test_native_CPPFLAGS = $(libcheck_test_cppflags)
tests_unit_test_native_CFLAGS = \
	$(AM_CFLAGS) $(NATIVE_CFLAGS) -pthread -fno-builtin
tests_unit_test_native_LDFLAGS = \
	-Wl,--export-dynamic -Wl,--wrap=memcpy -Wl,--wrap=memmove \
	-Wl,--wrap=memset -Wl,--wrap=__memcpy_chk -Wl,--wrap=__memmove_chk \
	-Wl,--wrap=__memset_chk -Wl,--wrap=write -Wl,--wrap=fwrite
tests_unit_test_native_LDADD = $(CMOCKA_LIBS) -ldl
$(tests_unit_test_native_OBJECTS): include/calls.h

tests_unit_test_ring_SOURCES = tests/unit/test_ring.c libcheck/ring.c
tests_unit_test_ring_CPPFLAGS = $(libcheck_test_cppflags)
tests_unit_test_ring_CFLAGS = $(AM_CFLAGS) -pthread
tests_unit_test_ring_LDADD = $(CMOCKA_LIBS)

tests_unit_test_site_cache_SOURCES = \
	tests/unit/test_site_cache.c libcheck/arena.c libcheck/site_cache.c \
	libcheck/stack.c
tests_unit_test_site_cache_CPPFLAGS = $(libcheck_test_cppflags)
tests_unit_test_site_cache_LDADD = $(CMOCKA_LIBS) -ldl

tests_unit_test_given_SOURCES = tests/unit/test_given.c libcheck/given.c
tests_unit_test_given_CPPFLAGS = $(libcheck_test_cppflags)
tests_unit_test_given_LDADD = $(CMOCKA_LIBS)
tests_unit_test_operand_SOURCES = tests/unit/test_operand.c libcheck/flow.c \
	libcheck/operand.c libcheck/shape.c
tests_unit_test_operand_CPPFLAGS = $(libcheck_test_cppflags)
tests_unit_test_operand_LDADD = $(CMOCKA_LIBS)
tests_unit_test_pages_SOURCES = tests/unit/test_pages.c libcheck/pages.c
tests_unit_test_pages_CPPFLAGS = $(libcheck_test_cppflags)
tests_unit_test_pages_CFLAGS = $(AM_CFLAGS) -pthread
tests_unit_test_pages_LDADD = $(CMOCKA_LIBS)
tests_unit_test_arena_SOURCES = tests/unit/test_arena.c libcheck/arena.c
tests_unit_test_arena_CPPFLAGS = $(libcheck_test_cppflags)
tests_unit_test_arena_CFLAGS = $(AM_CFLAGS) -pthread
tests_unit_test_arena_LDADD = $(CMOCKA_LIBS)
tests_unit_test_snapshot_SOURCES = \
	tests/unit/test_snapshot.c libcheck/arena.c libcheck/incoming.c libcheck/layout.c \
	libcheck/layout_array.c \
	libcheck/snapshot.c libcheck/readable.c libcheck/map_area.c \
	libcheck/block.c libcheck/object.c \
	libcheck/hash.c libcheck/hash_avx2.c
tests_unit_test_snapshot_CPPFLAGS = $(libcheck_test_cppflags)
tests_unit_test_snapshot_CFLAGS = $(AM_CFLAGS) -pthread
tests_unit_test_snapshot_LDADD = libcall_table.la $(CMOCKA_LIBS)
$(tests_unit_test_snapshot_OBJECTS): include/calls.h
endif
