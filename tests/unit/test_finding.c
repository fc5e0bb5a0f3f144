/* Findings: what is equal, what is counted, what is kept. */
#include "memory.h"
#include "report_sample.h"
#include "source_stack.h"

#include <stdlib.h>

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

static size_t told; /* calls of the callback */
static const struct finding *told_last;

static void tell(void *context, const struct finding *finding)
{
    assert_ptr_equal(context, &told);
    told++;
    told_last = finding;
}

static struct findings *make(size_t limit, bool notes)
{
    struct findings_options options = {.limit_per_rule = limit,
                                       .notes = notes,
                                       .found = tell,
                                       .context = &told};

    told = 0;
    return findings_new(&options);
}

static struct call *call_at(struct process *process, int line)
{
    return sample_call(process, "MPI_Send", "MPI_Send()", "a.c", line);
}

/* A finding with calls of these processes at these lines. */
static void submit(struct findings *findings, struct process *a, int line_a,
                   struct process *b, int line_b)
{
    struct finding *finding =
        finding_new(findings, sample_rule("RMA-LOCK-WHILE-EXPOSED"));

    finding_message(finding, "line %d", line_a);
    finding_call(finding, "call", call_at(a, line_a));
    if (b != NULL)
        finding_call(finding, "call", call_at(b, line_b));
    finding_submit(finding);
}

static void end(struct findings *findings)
{
    findings_free(findings);
    assert_int_equal(sample_clear(), 0); /* no call is held */
}

static char *ranks_of(const struct findings *findings, size_t index)
{
    return findings_process_text(findings,
                                 &findings_at(findings, index)->processes);
}

static void equal_ones_are_counted_across_ranks(void **state)
{
    struct findings *findings = make(0, false);
    struct process *p[8];
    char *text;

    (void)state;
    for (int i = 0; i < 8; i++)
        p[i] = sample_process(i);
    submit(findings, p[0], 20, p[1], 30);
    submit(findings, p[3], 30, p[2], 20); /* in another order */
    submit(findings, p[7], 20, p[7], 30);
    submit(findings, p[0], 20, NULL, 0); /* another finding */
    assert_int_equal(findings_total(findings), 2);
    assert_int_equal(told, 2);
    assert_int_equal(findings_at(findings, 0)->count, 3);
    assert_string_equal(findings_at(findings, 0)->message, "line 20");
    assert_int_equal(findings_at(findings, 1)->count, 1);
    text = ranks_of(findings, 0);
    assert_string_equal(text, "ranks 0-3, 7");
    free(text);
    end(findings);
}

/* Whoever is first found, the lowest ranks are shown. */
static void the_lowest_ranks_are_shown(void **state)
{
    static const int orders[][3] = {{0, 1, 2}, {2, 1, 0}, {1, 2, 0}, {1, 0, 2}};

    (void)state;
    for (int i = 0; i < 4; i++) {
        struct findings *findings = make(0, false);
        struct process *p[3];

        for (int k = 0; k < 3; k++)
            p[k] = sample_process(k);
        for (int k = 0; k < 3; k++) {
            struct process *process = p[orders[i][k]];
            struct finding *finding =
                finding_new(findings, sample_rule("LEAK-COMM"));

            finding_message(finding, "rank %d", process->rank);
            finding_call(finding, "call", call_at(process, 20));
            finding_submit(finding);
        }
        assert_int_equal(findings_total(findings), 1);
        assert_int_equal(findings_at(findings, 0)->count, 3);
        assert_string_equal(findings_at(findings, 0)->message, "rank 0");
        assert_ptr_equal(findings_at(findings, 0)->calls[0].call->process,
                         p[0]);
        end(findings);
    }
}

/* Calls that stand for ranks are equal whichever ranks they are. */
static void ranks_as_roles_do_not_tell_apart(void **state)
{
    struct findings *findings = make(0, false);

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct finding *finding =
            finding_new(findings, sample_rule("LEAK-COMM"));

        finding_call_of(finding, i == 0 ? "rank 0" : "ranks 1 and 2",
                        call_at(sample_process(i), 20));
        finding_submit(finding);
    }
    assert_int_equal(findings_total(findings), 1);
    assert_string_equal(findings_at(findings, 0)->calls[0].role, "rank 0");
    end(findings);
}

static void one_site_met_by_more_ranks_is_equal(void **state)
{
    struct findings *findings = make(0, false);
    struct process *p0 = sample_process(0), *p1 = sample_process(1);

    (void)state;
    submit(findings, p0, 20, p1, 20);
    submit(findings, p0, 20, NULL, 0);
    assert_int_equal(findings_total(findings), 1);
    end(findings);
}

static void role_function_and_object_tell_apart(void **state)
{
    struct findings *findings = make(0, false);
    struct process *p0 = sample_process(0);
    static const char *const roles[] = {"lock", "post", "lock", "lock"};
    static const char *const functions[] = {"MPI_A", "MPI_A", "MPI_B", "MPI_A"};
    static const char *const objects[] = {"window 1", "window 1", "window 1",
                                          "window 2"};

    (void)state;
    for (int i = 0; i < 4; i++) {
        struct finding *finding =
            finding_new(findings, sample_rule("RMA-LOCK-WHILE-EXPOSED"));

        finding_call(finding, roles[i],
                     sample_call(p0, functions[i], "", "a.c", 20));
        finding_object(finding, "window", objects[i], NULL);
        finding_submit(finding);
    }
    assert_int_equal(findings_total(findings), 4);
    end(findings);
}

static void objects_are_equal_by_where_they_were_made(void **state)
{
    struct findings *findings = make(0, false);
    struct process *p0 = sample_process(0);

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct finding *finding =
            finding_new(findings, sample_rule("LEAK-COMM"));
        char *name = xasprintf("communicator %d", i);

        /* The third was made elsewhere. */
        finding_object(finding, "communicator", name,
                       call_at(p0, i < 2 ? 20 : 21));
        finding_submit(finding);
        free(name);
    }
    assert_int_equal(findings_total(findings), 2);
    assert_string_equal(findings_at(findings, 0)->subjects[0].name,
                        "communicator 0");
    /* Without a message the rule speaks for itself. */
    assert_string_equal(findings_at(findings, 0)->message,
                        "A communicator is never freed");
    end(findings);
}

static void beyond_the_limit_is_only_counted(void **state)
{
    struct findings *findings = make(3, false);
    struct process *p0 = sample_process(0), *p1 = sample_process(1);
    const struct finding_rule *row;

    (void)state;
    for (int line = 1; line <= 5; line++) {
        submit(findings, line < 5 ? p0 : p1, line + 20, NULL, 0);
        assert_int_equal(told_last->last_of_rule, line >= 3);
    }
    submit(findings, p0, 21, NULL, 0); /* is known: no loss */
    assert_int_equal(findings_total(findings), 3);
    assert_int_equal(told, 3);
    assert_int_equal(findings_at(findings, 0)->count, 2);
    row = findings_rule_at(findings, 0);
    assert_int_equal(row->different, 3);
    assert_int_equal(row->not_shown, 2);
    end(findings);
}

static void the_usual_limit_is_100_for_each_rule(void **state)
{
    struct findings *findings = make(0, false);
    struct process *p0 = sample_process(0);
    struct finding *other;

    (void)state;
    for (int line = 1; line <= 120; line++)
        submit(findings, p0, line + 20, NULL, 0);
    other = finding_new(findings, sample_rule("LEAK-COMM"));
    finding_call(other, "made", call_at(p0, 500));
    finding_submit(other);
    assert_int_equal(findings_total(findings), 101);
    assert_int_equal(findings_rule_at(findings, 0)->not_shown, 20);
    end(findings);
}

static void notes_are_kept_when_asked_for(void **state)
{
    struct process *p0 = sample_process(0);

    (void)state;
    for (int wanted = 0; wanted <= 1; wanted++) {
        struct findings *findings = make(0, wanted);
        struct finding *finding =
            finding_new(findings, sample_rule("NOTE-GRANULARITY"));

        finding_call(finding, "call", call_at(p0, 20));
        finding_submit(finding);
        assert_int_equal(findings_total(findings), wanted);
        assert_int_equal(findings_count(findings, SEVERITY_NOTE), wanted);
        assert_int_equal(told, wanted);
        findings_free(findings);
    }
    assert_int_equal(sample_clear(), 0);
}

static void counts_and_order_follow_severity(void **state)
{
    struct findings *findings = make(0, true);
    static const char *const ids[] = {"NOTE-GRANULARITY", "LEAK-COMM",
                                      "RMA-LOCK-WHILE-EXPOSED",
                                      "COLL-POTENTIAL", "LEAK-COMM"};
    static const int order[] = {2, 3, 1, 4, 0};
    struct process *p0 = sample_process(0);
    const struct finding **sorted;

    (void)state;
    for (int i = 0; i < 5; i++) {
        struct finding *finding = finding_new(findings, sample_rule(ids[i]));

        finding_call(finding, "call", call_at(p0, 20 + i));
        finding_submit(finding);
    }
    assert_int_equal(findings_count(findings, SEVERITY_WARNING), 2);
    assert_int_equal(findings_count_from(findings, SEVERITY_NOTE), 5);
    assert_int_equal(findings_count_from(findings, SEVERITY_POTENTIAL), 2);
    assert_int_equal(findings_count_from(findings, SEVERITY_ERROR), 1);
    sorted = findings_sorted(findings);
    for (int i = 0; i < 5; i++) {
        assert_string_equal(sorted[i]->rule->id, ids[order[i]]);
        assert_int_equal(sorted[i]->number, i + 1);
    }
    free(sorted);
    end(findings);
}

static void more_calls_than_fit_are_said(void **state)
{
    struct findings *findings = make(0, false);
    struct finding *finding =
        finding_new(findings, sample_rule("RMA-LOCK-WHILE-EXPOSED"));
    char *text;

    (void)state;
    for (int i = 0; i < 20; i++)
        finding_call(finding, "call", call_at(sample_process(i), 20));
    finding_call(finding, "call", NULL);
    finding_submit(finding);
    assert_int_equal(findings_at(findings, 0)->call_count, 16);
    assert_int_equal(findings_at(findings, 0)->calls_left_out, 4);
    text = ranks_of(findings, 0);
    assert_string_equal(text, "ranks 0-19");
    free(text);
    end(findings);
}

/* A request that was lost is lost, whether another took its place or not. */
static void a_call_aside_tells_nothing_apart(void **state)
{
    struct findings *findings = make(0, false);

    (void)state;
    for (int i = 0; i < 3; i++) {
        struct process *process = sample_process(i);
        struct finding *finding =
            finding_new(findings, sample_rule("LEAK-COMM"));

        finding_message(finding, "rank %d", i);
        finding_call(finding, "made", call_at(process, 20));
        finding_call_aside(finding, "overwritten",
                           i == 2 ? NULL : call_at(process, 30 + i));
        finding_submit(finding);
    }
    assert_int_equal(findings_total(findings), 1);
    assert_int_equal(findings_at(findings, 0)->count, 3);
    assert_int_equal(findings_at(findings, 0)->call_count, 2);
    end(findings);
}

/* The heap is found broken at one line of the C library or another; the two
 * frames of lines below 10 are told apart by the inner one. */
static void a_crash_in_the_c_library_is_where_it_was_called(void **state)
{
    static const int lines[] = {5, 6, 20, 21};
    struct findings *findings = make(0, false);

    (void)state;
    for (int i = 0; i < 4; i++) {
        struct process *process = sample_process(i);
        struct call *call = call_at(process, lines[i]);
        struct finding *finding;

        if (lines[i] < 10)
            call->stack->source->frames[0].module =
                "/lib/x86_64-linux-gnu/libc.so.6";
        process->crash_stack = call->stack;
        finding = finding_new(findings, sample_rule("COLL-BLOCK"));
        finding_message(finding, "rank %d", i);
        finding_crash(finding, process);
        finding_submit(finding);
    }
    assert_int_equal(findings_total(findings), 3);
    assert_int_equal(findings_at(findings, 0)->count, 2);
    end(findings);
}

static void processes_in_words(void **state)
{
    struct findings *findings = make(0, false);
    struct finding *finding = finding_new(findings, sample_rule("LEAK-COMM"));
    struct process *unknown = sample_process(-1);
    struct rank_range *ranges;
    char *text;

    (void)state;
    finding_process(finding, unknown);
    text = findings_process_text(findings, &finding->processes);
    assert_string_equal(text, "process 4700");
    free(text);
    assert_int_equal(
        findings_rank_ranges(findings, &finding->processes, &ranges), 0);
    free(ranges);
    finding_process(finding, sample_process(5));
    text = findings_process_text(findings, &finding->processes);
    assert_string_equal(text, "rank 5, process 4700");
    free(text);
    unknown->rank = 4; /* is told after the finding */
    finding_submit(finding);
    text = ranks_of(findings, 0);
    assert_string_equal(text, "ranks 4, 5");
    free(text);
    assert_int_equal(findings_rank_ranges(findings,
                                          &findings_at(findings, 0)->processes,
                                          &ranges),
                     1);
    assert_int_equal(ranges[0].first, 4);
    assert_int_equal(ranges[0].last, 5);
    free(ranges);
    end(findings);
}

static void rank_lists(void **state)
{
    static const struct {
        int ranks[6];
        size_t count;
        const char *text;
    } cases[] = {
        {{3}, 1, "rank 3"},
        {{3, 3}, 2, "rank 3"},
        {{1, 0}, 2, "ranks 0, 1"},
        {{7, 2, 0, 1}, 4, "ranks 0-2, 7"},
        {{9, 1, 5}, 3, "ranks 1, 5, 9"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int ranks[6];
        char *text;

        for (int j = 0; j < 6; j++)
            ranks[j] = cases[i].ranks[j];
        text = rank_list_text(ranks, cases[i].count);
        assert_string_equal(text, cases[i].text);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_ones_are_counted_across_ranks),
        cmocka_unit_test(the_lowest_ranks_are_shown),
        cmocka_unit_test(ranks_as_roles_do_not_tell_apart),
        cmocka_unit_test(one_site_met_by_more_ranks_is_equal),
        cmocka_unit_test(role_function_and_object_tell_apart),
        cmocka_unit_test(objects_are_equal_by_where_they_were_made),
        cmocka_unit_test(beyond_the_limit_is_only_counted),
        cmocka_unit_test(the_usual_limit_is_100_for_each_rule),
        cmocka_unit_test(notes_are_kept_when_asked_for),
        cmocka_unit_test(counts_and_order_follow_severity),
        cmocka_unit_test(more_calls_than_fit_are_said),
        cmocka_unit_test(a_crash_in_the_c_library_is_where_it_was_called),
        cmocka_unit_test(a_call_aside_tells_nothing_apart),
        cmocka_unit_test(processes_in_words),
        cmocka_unit_test(rank_lists),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
