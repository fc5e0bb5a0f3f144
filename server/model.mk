# The model: $(model_sources) belong to the program murmel.
# Included by rules/local.mk.

model_sources = \
	server/model_buffer.c server/model_buffer.h \
	server/model_buffer_origin.c server/model_buffer_private.h \
	server/model_copy.c server/model_element.c server/type_map.c server/type_map.h \
	server/model_given_up.c server/model_given_up.h \
	server/model_nostore.c server/model_nostore.h server/model_overrun.c \
	server/access.c server/access.h server/access_buffer.c \
	server/access_changed.c \
	server/access_local.c \
	server/access_conflict.c server/access_conflict.h \
	server/access_direct.c server/access_group.c \
	server/access_separate.c server/access_shared.c \
	server/access_piece.c \
	server/access_range.c server/access_range.h server/access_rma.c \
	server/access_rma.h server/access_sync.c \
	server/access_tree.c server/access_tree.h \
	server/clock.c server/clock.h \
	server/flat_table.c server/flat_table.h \
	server/knot.c server/knot_core.c server/knot.h \
	server/knot_private.h \
	server/machine.c server/machine.h server/machine_alike.c \
	server/machine_held.c \
	server/machine_lock.c \
	server/machine_effect.c \
	server/machine_look.c server/machine_look.h server/machine_private.h \
	server/machine_step.c server/machine_wait.c \
	server/model.c server/model.h server/model_end.c \
	server/model_event.h server/model_object.h server/model_private.h \
	server/model_guard.c server/model_guard.h \
	server/model_order.c server/model_order.h server/model_overtake.c \
	server/model_align.c server/model_contribution.c \
	server/model_contribution.h \
	server/model_argument.c server/model_argument.h \
	server/model_attached.c server/model_attached.h \
	server/model_argument_array.c server/model_argument_data.c \
	server/model_argument_contents.c server/model_argument_large.c \
	server/model_argument_memory.c server/model_argument_number.c server/model_argument_overlap.c server/model_argument_pack.c \
	server/model_argument_portable.c \
	server/model_argument_topology.c \
	server/model_handler.c server/model_raise.c \
	server/model_argument_handle.c server/reduction.c server/reduction.h \
	server/model_channel.c server/model_channel.h server/model_collective.c \
	server/model_comm.c server/model_comm_make.c server/model_intercomm.c \
	server/model_making.c server/model_rounds.c \
	server/model_difference.c \
	server/model_dispatch.c server/model_dispute.c server/model_doubt.c \
	server/model_exchange.c \
	server/model_file.c server/model_file.h \
	server/model_file_access.c server/model_file_opens.c \
	server/model_file_shared.c \
	server/model_open.c \
	server/model_group.c server/model_handle.c server/model_hint.c \
	server/model_info.c server/model_info.h \
	server/model_left.c \
	server/model_match.c server/model_match.h \
	server/model_message.c server/model_message.h server/model_probe.c \
	server/model_origin.c \
	server/model_ready.c server/model_same.c \
	server/model_partitioned.c server/model_partitioned.h \
	server/model_partitioned_left.c \
	server/model_pending.c server/model_pending.h \
	server/model_completion.c server/model_counted.c \
	server/model_request.c server/model_request.h \
	server/model_request_fault.c \
	server/model_request_place.c server/model_rma.c \
	server/model_transfer.c server/model_type.c server/model_type.h \
	server/model_thread_probe.c server/model_type_array.c server/model_type_struct.c \
	server/model_type_predefined.c server/model_unmatched.c \
	server/model_window.c \
	server/model_window_lock.c server/model_window_lock.h \
	server/model_window_memory.c server/model_window_memory.h \
	server/model_window_promise.c server/model_window_promise.h \
	server/rma_arguments.h \
	server/model_window_make.c \
	server/model_window_order.c server/model_window_order.h \
	server/model_standstill.c server/model_topology.c server/model_topology.h \
	server/model_deadlock.c server/model_wait.c server/model_wait.h server/model_within.c \
	server/need.c server/need.h server/need_matching.c \
	server/need_matching.h server/need_message.c server/need_window.c \
	server/race.c server/race.h server/race_choice.c server/race_choice.h \
	server/race_deficit.c server/race_judge.c server/race_matching.c \
	server/race_matching.h server/race_matching_begin.c \
	server/race_outcome.c server/race_probed.c server/race_starve.c server/race_worth.c \
	server/signature.c server/signature_basic.c server/signature.h server/wait_knot.c
EXTRA_DIST += server/model.mk

if HAVE_CMOCKA
model_tests = \
	tests/unit/test_access tests/unit/test_access_range \
	tests/unit/test_access_tree tests/unit/test_access_changed \
	tests/unit/test_flat_table tests/unit/test_knot \
	tests/unit/test_machine \
	tests/unit/test_machine_lock \
	tests/unit/test_model_collective tests/unit/test_model_order \
	tests/unit/test_model_partitioned tests/unit/test_model_probe \
	tests/unit/test_model_ready \
	tests/unit/test_model_topology \
	tests/unit/test_model_type \
	tests/unit/test_model_unmatched tests/unit/test_model_window \
	tests/unit/test_model_window_memory \
	tests/unit/test_model_window_promise \
	tests/unit/test_race tests/unit/test_signature \
	tests/unit/test_wait_graph
check_PROGRAMS += $(model_tests)
TESTS += $(model_tests)
endif
model_test_cppflags = $(server_cppflags) -I$(top_srcdir)/tests/unit
model_test_ldadd = $(server_libs) $(CMOCKA_LIBS)
tests_unit_test_access_SOURCES = \
	tests/unit/test_access.c \
	tests/unit/model_job.c tests/unit/model_job.h
tests_unit_test_access_CPPFLAGS = $(model_test_cppflags)
tests_unit_test_access_LDADD = $(model_test_ldadd)
tests_unit_test_access_changed_SOURCES = \
	tests/unit/test_access_changed.c \
	tests/unit/model_job.c tests/unit/model_job.h
tests_unit_test_access_changed_CPPFLAGS = $(model_test_cppflags)
tests_unit_test_access_changed_LDADD = $(model_test_ldadd)
tests_unit_test_access_range_SOURCES = tests/unit/test_access_range.c
tests_unit_test_access_range_CPPFLAGS = $(model_test_cppflags)
tests_unit_test_access_range_LDADD = $(model_test_ldadd)
tests_unit_test_access_tree_SOURCES = tests/unit/test_access_tree.c
tests_unit_test_access_tree_CPPFLAGS = $(model_test_cppflags)
tests_unit_test_access_tree_LDADD = $(model_test_ldadd)
tests_unit_test_model_collective_SOURCES = \
	tests/unit/test_model_collective.c \
	tests/unit/model_job.c tests/unit/model_job.h
tests_unit_test_model_collective_CPPFLAGS = $(model_test_cppflags)
tests_unit_test_model_collective_LDADD = $(model_test_ldadd)
tests_unit_test_model_partitioned_SOURCES = \
	tests/unit/test_model_partitioned.c \
	tests/unit/model_job.c tests/unit/model_job.h
tests_unit_test_model_partitioned_CPPFLAGS = $(model_test_cppflags)
tests_unit_test_model_partitioned_LDADD = $(model_test_ldadd)
tests_unit_test_model_topology_SOURCES = \
	tests/unit/test_model_topology.c \
	tests/unit/model_job.c tests/unit/model_job.h
tests_unit_test_model_topology_CPPFLAGS = $(model_test_cppflags)
tests_unit_test_model_topology_LDADD = $(model_test_ldadd)
tests_unit_test_model_unmatched_SOURCES = \
	tests/unit/test_model_unmatched.c \
	tests/unit/model_job.c tests/unit/model_job.h
tests_unit_test_model_unmatched_CPPFLAGS = $(model_test_cppflags)
tests_unit_test_model_unmatched_LDADD = $(model_test_ldadd)
tests_unit_test_model_window_SOURCES = \
	tests/unit/test_model_window.c \
	tests/unit/model_job.c tests/unit/model_job.h
tests_unit_test_model_window_CPPFLAGS = $(model_test_cppflags)
tests_unit_test_model_window_LDADD = $(model_test_ldadd)
tests_unit_test_model_window_memory_SOURCES = \
	tests/unit/test_model_window_memory.c \
	tests/unit/model_job.c tests/unit/model_job.h
tests_unit_test_model_window_memory_CPPFLAGS = $(model_test_cppflags)
tests_unit_test_model_window_memory_LDADD = $(model_test_ldadd)
tests_unit_test_model_window_promise_SOURCES = \
	tests/unit/test_model_window_promise.c \
	tests/unit/model_job.c tests/unit/model_job.h
tests_unit_test_model_window_promise_CPPFLAGS = $(model_test_cppflags)
tests_unit_test_model_window_promise_LDADD = $(model_test_ldadd)
tests_unit_test_model_order_SOURCES = \
	tests/unit/test_model_order.c \
	tests/unit/model_job.c tests/unit/model_job.h
tests_unit_test_model_order_CPPFLAGS = $(model_test_cppflags)
tests_unit_test_model_order_LDADD = $(model_test_ldadd)
tests_unit_test_machine_lock_SOURCES = \
	tests/unit/test_machine_lock.c \
	tests/unit/model_job.c tests/unit/model_job.h
tests_unit_test_machine_lock_CPPFLAGS = $(model_test_cppflags)
tests_unit_test_machine_lock_LDADD = $(model_test_ldadd)
tests_unit_test_model_type_SOURCES = \
	tests/unit/test_model_type.c \
	tests/unit/model_job.c tests/unit/model_job.h
tests_unit_test_model_type_CPPFLAGS = $(model_test_cppflags)
tests_unit_test_model_type_LDADD = $(model_test_ldadd)
tests_unit_test_signature_SOURCES = \
	tests/unit/test_signature.c \
	tests/unit/model_job.c tests/unit/model_job.h
tests_unit_test_signature_CPPFLAGS = $(model_test_cppflags)
tests_unit_test_signature_LDADD = $(model_test_ldadd)
tests_unit_test_machine_SOURCES = \
	tests/unit/test_machine.c \
	tests/unit/model_job.c tests/unit/model_job.h
tests_unit_test_machine_CPPFLAGS = $(model_test_cppflags)
tests_unit_test_machine_LDADD = $(model_test_ldadd)
tests_unit_test_model_probe_SOURCES = \
	tests/unit/test_model_probe.c \
	tests/unit/model_job.c tests/unit/model_job.h
tests_unit_test_model_probe_CPPFLAGS = $(model_test_cppflags)
tests_unit_test_model_probe_LDADD = $(model_test_ldadd)
tests_unit_test_model_ready_SOURCES = \
	tests/unit/test_model_ready.c \
	tests/unit/model_job.c tests/unit/model_job.h
tests_unit_test_model_ready_CPPFLAGS = $(model_test_cppflags)
tests_unit_test_model_ready_LDADD = $(model_test_ldadd)
tests_unit_test_race_SOURCES = \
	tests/unit/test_race.c \
	tests/unit/model_job.c tests/unit/model_job.h
tests_unit_test_race_CPPFLAGS = $(model_test_cppflags)
tests_unit_test_race_LDADD = $(model_test_ldadd)
tests_unit_test_flat_table_SOURCES = tests/unit/test_flat_table.c
tests_unit_test_flat_table_CPPFLAGS = $(model_test_cppflags)
tests_unit_test_flat_table_LDADD = $(model_test_ldadd)
tests_unit_test_knot_SOURCES = tests/unit/test_knot.c
tests_unit_test_knot_CPPFLAGS = $(model_test_cppflags)
tests_unit_test_knot_LDADD = $(model_test_ldadd)
tests_unit_test_wait_graph_SOURCES = tests/unit/test_wait_graph.c
tests_unit_test_wait_graph_CPPFLAGS = $(model_test_cppflags)
tests_unit_test_wait_graph_LDADD = $(model_test_ldadd)
