# The program murmel.  All of it but main.c is in a library, so that the unit
# tests can be linked with it.

include server/report.mk

server_cppflags = \
	$(AM_CPPFLAGS) -iquote $(top_srcdir)/server -iquote $(top_builddir)/server \
	-DBINDIR='"$(bindir)"' -DPKGLIBDIR='"$(pkglibdir)"' -DPKGDATADIR='"$(pkgdatadir)"'

noinst_LIBRARIES += libserver.a
libserver_a_SOURCES = \
	server/call_text.c server/call_text.h \
	server/call_view.c server/call_view.h \
	server/judge.c server/judge.h \
	server/checker.c server/checker.h server/shown.c server/shown.h \
	server/capture.c server/capture.h \
	server/compile.c server/compile.h \
	server/connection.c server/connection.h \
	server/departure.c server/departure.h \
	server/flavour_of.c server/flavour_of.h \
	server/chance.c server/chance.h \
	server/debugger.c server/debugger.h \
	server/fortran_arguments.c server/fortran_arguments.h \
	server/fortran_line.c server/fortran_line.h \
	server/hang.c server/hang.h server/hold.c server/hold.h \
	server/intake.c server/intake.h server/intake_private.h server/intake_end.c \
	server/intake_frames.c server/intake_record.c server/intake_remote.c server/intake_replay.c server/intake_stored.c \
	server/interruption.c server/interruption.h \
	server/job.c server/job.h \
	server/job_report.c server/job_report.h \
	server/json_field.c server/json_field.h \
	server/late.c server/late.h server/launcher.c server/launcher.h \
	server/launcher_hang.c server/launcher_hang.h \
	server/stream.c server/stream.h \
	server/memory.c server/memory.h \
	server/merge.c server/merge.h server/merge_rows.c server/merge_rows.h \
	server/node.c server/node.h server/node_message.h \
	server/nodes.c server/nodes.h server/nodes_private.h server/nodes_take.c \
	server/pause.c server/pause.h \
	server/diff.c server/diff.h server/help.c server/help.h \
	server/man.c server/man.h server/status.c server/status.h \
	server/status_line.c server/status_line.h \
	server/option.c server/option.h server/option_file.c server/option_file.h \
	server/option_print.c server/option_table.h \
	server/place.c server/place.h \
	server/process.c server/process.h \
	server/recorder.c server/recorder.h \
	server/recording.c server/recording.h \
	server/recording_event.c server/recording_event.h \
	server/recording_job.c server/recording_job.h \
	server/replay.c server/replay.h \
	server/instruction.c server/instruction.h \
	server/passes.c server/passes.h server/code_walk.c server/code_walk.h server/callee.c server/callee.h \
	server/relay.c server/relay.h server/relay_private.h server/relay_root.c \
	server/remote.h server/resend.c server/resend.h \
	server/outlive.c server/outlive.h \
	server/report_command.c server/report_command.h \
	server/report_read.c server/report_read.h \
	server/report_read_list.c server/report_read_list.h \
	server/report_read_picture.c server/report_read_picture.h \
	server/report_read_process.c server/report_read_process.h \
	server/result_use.c server/result_use.h \
	server/ring_reader.c server/ring_reader.h \
	server/root_file.c server/root_file.h \
	server/roster.c server/roster.h \
	server/run.c server/run.h \
	server/server.c server/server.h server/server_end.c \
	server/server_private.h server/server_start.h \
	server/site.c server/site.h \
	server/program.c server/program.h \
	server/source_stack.c server/source_stack.h \
	server/stack.c server/stack.h \
	server/stack_source.c server/stack_source.h \
	server/statement.c server/statement.h \
	server/atomic_type.c server/atomic_type.h \
	server/stack_json.c server/stack_json.h \
	server/symbol.c server/symbol.h \
	server/symbol_object.c server/symbol_object.h \
	server/unit.c server/unit.h \
	server/element.h server/expression.c server/expression.h \
	server/expression_c.c server/expression_fortran.c \
	server/expression_private.h server/expression_scope.c \
	server/expression_text.c server/variable.c server/variable.h \
	server/variable_frame.c server/variable_private.h \
	server/variable_named.c server/variable_table.c server/variable_type.c \
	server/tail_call.c server/tail_call.h \
	server/task.c server/task.h server/task_stat.c server/task_stat.h \
	server/terminal.c server/terminal.h \
	server/trace.c server/trace.h \
	server/transport.c server/transport.h \
	server/unpacker.c server/unpacker.h \
	server/word.c server/word.h \
	server/zmq_table.c server/zmq_table.h \
	$(model_sources) $(report_sources) $(rules_sources)
libserver_a_CPPFLAGS = $(server_cppflags)
libserver_a_CFLAGS = $(AM_CFLAGS) $(LTO_CFLAGS) -pthread
server_libs = \
	libserver.a libcall_table.la $(JANSSON_LIBS) $(DW_LIBS) $(ZSTD_LIBS)
$(libserver_a_OBJECTS): include/calls.h include/neutral_constants.h

bin_PROGRAMS += bin/murmel
bin_murmel_SOURCES = server/main.c
bin_murmel_CPPFLAGS = $(server_cppflags)
bin_murmel_CFLAGS = $(AM_CFLAGS) $(LTO_CFLAGS)
bin_murmel_LDFLAGS = $(LTO_CFLAGS) -pthread
bin_murmel_LDADD = $(server_libs)

# Tests.  They bring their own stand-ins; of the library they take what they
# need.
EXTRA_DIST += tests/unit/ring_sample.c tests/unit/ring_sample.h \
	tests/unit/variable_sample.c tests/unit/variable_sample.h
if HAVE_CMOCKA
server_tests = \
	tests/unit/test_call_view tests/unit/test_flavour_of \
	tests/unit/test_chance tests/unit/test_connection \
	tests/unit/test_instruction tests/unit/test_intake tests/unit/test_stream \
	tests/unit/test_late tests/unit/test_option tests/unit/test_outlive \
	tests/unit/test_recording tests/unit/test_result_use \
	tests/unit/test_ring_reader tests/unit/test_symbol \
	tests/unit/test_transport tests/unit/test_unpacker \
	tests/unit/test_variable
check_PROGRAMS += $(server_tests)
TESTS += $(server_tests)
server_test_cppflags = $(server_cppflags) -I$(top_srcdir)/tests/unit
server_test_libs = $(server_libs) $(CMOCKA_LIBS)

tests_unit_test_call_view_SOURCES = tests/unit/test_call_view.c
tests_unit_test_call_view_CPPFLAGS = $(server_test_cppflags)
tests_unit_test_call_view_LDADD = $(server_test_libs)

tests_unit_test_chance_SOURCES = tests/unit/test_chance.c
tests_unit_test_chance_CPPFLAGS = $(server_test_cppflags)
tests_unit_test_chance_LDADD = $(server_test_libs)

tests_unit_test_flavour_of_SOURCES = tests/unit/test_flavour_of.c
tests_unit_test_flavour_of_CPPFLAGS = $(server_test_cppflags)
tests_unit_test_flavour_of_LDADD = $(server_test_libs)

tests_unit_test_instruction_SOURCES = tests/unit/test_instruction.c
tests_unit_test_instruction_CPPFLAGS = $(server_test_cppflags)
tests_unit_test_instruction_LDADD = $(server_test_libs)

tests_unit_test_intake_SOURCES = \
	tests/unit/test_intake.c tests/unit/ring_sample.c
tests_unit_test_intake_CPPFLAGS = $(server_test_cppflags)
tests_unit_test_intake_LDADD = $(server_test_libs)

tests_unit_test_connection_SOURCES = tests/unit/test_connection.c
tests_unit_test_connection_CPPFLAGS = $(server_test_cppflags)
tests_unit_test_connection_LDADD = $(server_test_libs)
$(tests_unit_test_connection_OBJECTS): include/calls.h

tests_unit_test_late_SOURCES = tests/unit/test_late.c
tests_unit_test_late_CPPFLAGS = $(server_test_cppflags)
tests_unit_test_late_LDADD = $(server_test_libs)

tests_unit_test_stream_SOURCES = tests/unit/test_stream.c
tests_unit_test_stream_CPPFLAGS = $(server_test_cppflags)
tests_unit_test_stream_LDADD = $(server_test_libs)

tests_unit_test_option_SOURCES = tests/unit/test_option.c
tests_unit_test_option_CPPFLAGS = $(server_test_cppflags)
tests_unit_test_option_LDADD = $(server_test_libs)

tests_unit_test_recording_SOURCES = tests/unit/test_recording.c
tests_unit_test_recording_CPPFLAGS = $(server_test_cppflags)
tests_unit_test_recording_LDADD = $(server_test_libs)

tests_unit_test_result_use_SOURCES = tests/unit/test_result_use.c
tests_unit_test_result_use_CPPFLAGS = $(server_test_cppflags)
tests_unit_test_result_use_LDADD = $(server_test_libs)

tests_unit_test_ring_reader_SOURCES = \
	tests/unit/test_ring_reader.c tests/unit/ring_sample.c
tests_unit_test_ring_reader_CPPFLAGS = $(server_test_cppflags)
tests_unit_test_ring_reader_LDADD = $(server_test_libs)

tests_unit_test_transport_SOURCES = tests/unit/test_transport.c
tests_unit_test_transport_CPPFLAGS = $(server_test_cppflags)
tests_unit_test_transport_LDADD = $(server_test_libs)

tests_unit_test_outlive_SOURCES = tests/unit/test_outlive.c
tests_unit_test_outlive_CPPFLAGS = $(server_test_cppflags)
tests_unit_test_outlive_LDADD = $(server_test_libs)

tests_unit_test_unpacker_SOURCES = tests/unit/test_unpacker.c
tests_unit_test_unpacker_CPPFLAGS = $(server_test_cppflags)
tests_unit_test_unpacker_LDADD = $(server_test_libs)

# It looks up its own functions and lines.
tests_unit_test_symbol_SOURCES = tests/unit/test_symbol.c
tests_unit_test_symbol_CPPFLAGS = $(server_test_cppflags)
tests_unit_test_symbol_CFLAGS = $(AM_CFLAGS) -g
tests_unit_test_symbol_LDADD = $(server_test_libs)

# It looks up variables of its own, some of a file that is never optimized.
tests_unit_test_variable_SOURCES = tests/unit/test_variable.c
tests_unit_test_variable_CPPFLAGS = $(server_test_cppflags)
tests_unit_test_variable_LDADD = \
	tests/unit/variable_sample.$(OBJEXT) $(server_test_libs)
tests/unit/variable_sample.$(OBJEXT): tests/unit/variable_sample.c \
		tests/unit/variable_sample.h
	$(AM_V_CC)$(MKDIR_P) tests/unit && \
	  $(CC) $(AM_CFLAGS) -g -O0 -c -o $@ \
	    $(top_srcdir)/tests/unit/variable_sample.c
CLEANFILES += tests/unit/variable_sample.$(OBJEXT)
endif
