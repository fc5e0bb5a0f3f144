/* The lines for the terminal. */
#include "memory.h"
#include "report_sample.h"
#include "source_files.h"
#include "report_string.h"

#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* All findings and the summary; malloc'd. */
static char *whole_text(enum sample_kind kind, const char *path)
{
    struct sample *sample = sample_new(kind);
    struct text text = {0};
    char *part;

    for (size_t i = 0; i < findings_total(sample->findings); i++) {
        part = report_text_finding(findings_at(sample->findings, i),
                                   &(struct report_style){0});
        text_append(&text, part, strlen(part));
        free(part);
    }
    part = report_text_summary(&sample->report, path);
    text_append(&text, part, strlen(part));
    free(part);
    sample_free(sample);
    return text.bytes;
}

static void findings_and_summary(void **state)
{
    char *text = whole_text(SAMPLE_PLAIN, "/tmp/murmel-report/report.html");

    (void)state;
    assert_golden("report.txt", text);
    free(text);
}

/* As on a terminal: with the lines of source and in colour. */
static void source_and_colour(void **state)
{
    struct sample *sample = sample_new(SAMPLE_PLAIN);
    struct report_style style = {source_files_new(), true, 0};
    struct text text = {0};

    (void)state;
    for (size_t i = 0; i < findings_total(sample->findings); i++) {
        char *part =
            report_text_finding(findings_at(sample->findings, i), &style);

        text_append(&text, part, strlen(part));
        free(part);
    }
    assert_golden("report.ansi", text.bytes);
    free(text.bytes);
    source_files_free(style.source);
    sample_free(sample);
}

static void nothing_found(void **state)
{
    char *text = whole_text(SAMPLE_EMPTY, NULL);

    (void)state;
    assert_string_equal(text, "murmel: 4 ranks, no findings\n");
    free(text);
}

static void what_is_incomplete_is_said(void **state)
{
    char *text = whole_text(SAMPLE_INCOMPLETE, "r.html");

    (void)state;
    assert_string_equal(
        text, "murmel: incomplete: The checker was asked to end (SIGTERM)\n"
              "murmel: incomplete: " REPORT_STILL_RUNNING "\n"
              "murmel: 4 ranks, no findings · report: r.html\n");
    free(text);
}

/* As when it is read of a file. */
static void what_still_ran_is_said(void **state)
{
    struct sample *sample = sample_new(SAMPLE_EMPTY);
    char *text;

    (void)state;
    sample->report.complete = false;
    text = report_text_summary(&sample->report, NULL);
    assert_non_null(strstr(text, "murmel: incomplete: " REPORT_STILL_RUNNING
                                 "\nmurmel: 4 ranks, no findings\n"));
    free(text);
    sample_free(sample);
}

static void hostile_strings_do_nothing(void **state)
{
    char *text = whole_text(SAMPLE_HOSTILE, sample_hostile);
    size_t longest = 0;

    (void)state;
    for (const char *s = text; *s != '\0'; s++) {
        assert_true((unsigned char)*s >= 0x20 || *s == '\n');
        assert_int_not_equal(*s, 0x7f);
    }
    assert_null(strstr(text, "\xc2\x9b"));
    assert_null(strstr(text, "\xe2\x80\xae"));
    assert_null(strstr(text, "\xff"));
    assert_non_null(strstr(text, "\\x1b[31mred"));
    for (const char *s = text; *s != '\0';) {
        size_t length = strcspn(s, "\n");

        longest = length > longest ? length : longest;
        s += length + (s[length] == '\n');
    }
    assert_true(longest < 2000); /* of 10 kB names there is a part */
    free(text);
}

static void many_lines_are_cut(void **state)
{
    struct sample *sample = sample_new(SAMPLE_MANY);
    char *text;

    (void)state;
    for (size_t i = 0; i < sample->job.process_count; i++) {
        struct process *process =
            (struct process *)(uintptr_t)sample->job.processes[i];

        process->end = PROCESS_LOST;
        process->mpi = PROCESS_INITIALIZED;
    }
    text = report_text_summary(&sample->report, NULL);
    assert_non_null(
        strstr(text, "murmel: and 1016 more processes that ended so\n"));
    assert_non_null(strstr(text, "murmel: 1024 ranks, 10000 errors\n"));
    free(text);
    sample_free(sample);
}

static void stack_of_a_crash(void **state)
{
    struct sample *sample = sample_new(SAMPLE_CRASH);
    char *text = report_text_finding(findings_at(sample->findings, 0),
                                     &(struct report_style){0});

    (void)state;
    assert_non_null(strstr(text, "  crash  rank 2  SIGSEGV\n"
                                 "           at lock.c:29 in "));
    free(text);
    sample_free(sample);
}

/* The newest call of the process is another thread's. */
static void call_of_a_crash(void **state)
{
    struct sample *sample = sample_new(SAMPLE_PLAIN);
    struct process *process =
        (struct process *)(uintptr_t)sample->job.processes[2];
    char *text;

    (void)state;
    process->crash_call = process->last_calls[0];
    text = report_text_summary(&sample->report, NULL);
    assert_non_null(strstr(text, "; last call MPI_Comm_dup: elsewhere.c:33 in "
                                 "main\n"));
    free(text);
    process->crash_call = NULL;
    text = report_text_summary(&sample->report, NULL);
    assert_non_null(strstr(text, " 0x10, without MPI_Finalize\n"));
    free(text);
    sample_free(sample);
}

static int enter(void **state)
{
    (void)state;
    sample_enter_sources();
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(findings_and_summary),
        cmocka_unit_test(source_and_colour),
        cmocka_unit_test(nothing_found),
        cmocka_unit_test(what_is_incomplete_is_said),
        cmocka_unit_test(what_still_ran_is_said),
        cmocka_unit_test(hostile_strings_do_nothing),
        cmocka_unit_test(many_lines_are_cut),
        cmocka_unit_test(stack_of_a_crash),
        cmocka_unit_test(call_of_a_crash),
    };

    return cmocka_run_group_tests(tests, enter, NULL);
}
