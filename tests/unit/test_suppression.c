/* Suppressions and baselines: what fits, what is counted, what is refused. */
#include "baseline.h"
#include "memory.h"
#include "report_sample.h"
#include "suppression.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <jansson.h>

static char file[] = "/tmp/murmel-test-suppression-XXXXXX";

static void write_text(const char *text)
{
    FILE *stream = fopen(file, "w");

    assert_non_null(stream);
    fputs(text, stream);
    assert_int_equal(fclose(stream), 0);
}

/* One entry, with these members besides the reason. */
static void write_entry(const char *member)
{
    char *text = xasprintf(
        "{\"suppressions\": [{\"reason\": \"known\", %s}]}", member);

    write_text(text);
    free(text);
}

/* A leak at halo.c:5 in exchange, called from main; MPI_Comm_dup. */
static void submit(struct findings *findings, const char *object)
{
    struct finding *finding = finding_new(findings, sample_rule("LEAK-COMM"));
    struct call *call = sample_call(sample_process(0), "MPI_Comm_dup",
                                    "MPI_Comm_dup()", "/src/halo.c", 5);

    finding_call(finding, "made", call);
    finding_object(finding, "communicator", object, NULL);
    finding_submit(finding);
}

/* Whether the entry suppresses that leak. */
static bool suppresses(const char *member)
{
    struct suppressions *list = suppressions_new();
    struct findings_options options = {.suppressions = list};
    struct findings *findings = findings_new(&options);
    char *trouble = NULL;
    bool result;

    write_entry(member);
    if (suppressions_add(list, file, false, &trouble) != 0)
        fail_msg("%s", trouble);
    submit(findings, "halo");
    submit(findings, "halo");
    assert_int_equal(suppressions_total(list), 1);
    result = findings_total(findings) == 0;
    assert_int_equal(suppressions_at(list, 0)->findings, result ? 1 : 0);
    assert_int_equal(suppressions_at(list, 0)->count, result ? 2 : 0);
    assert_int_equal(findings_rule_total(findings), result ? 0 : 1);
    assert_int_equal(findings_count_from(findings, SEVERITY_NOTE),
                     result ? 0 : 1);
    findings_free(findings);
    suppressions_free(list);
    sample_clear();
    return result;
}

static void each_member_fits_or_not(void **state)
{
    (void)state;
    assert_true(suppresses("\"rule\": \"LEAK-COMM\""));
    assert_true(suppresses("\"rule\": \"LEAK-*\""));
    assert_false(suppresses("\"rule\": \"COLL-*\""));
    assert_true(suppresses("\"rule\": \"*\", \"call\": \"MPI_Comm_*\""));
    assert_false(suppresses("\"rule\": \"*\", \"call\": \"MPI_Win_*\""));
    assert_true(suppresses("\"rule\": \"*\", \"function\": \"exchange\""));
    assert_true(suppresses("\"rule\": \"*\", \"function\": \"main\""));
    assert_false(suppresses("\"rule\": \"*\", \"function\": \"mai\""));
    assert_true(suppresses("\"rule\": \"*\", \"file\": \"*/halo.c\""));
    assert_false(suppresses("\"rule\": \"*\", \"file\": \"halo.c\""));
    assert_true(suppresses("\"rule\": \"*\", \"module\": \"*/lock\""));
    assert_true(suppresses("\"rule\": \"*\", \"object\": \"ha?o\""));
    assert_false(suppresses("\"rule\": \"*\", \"object\": \"other\""));
    /* Of one and the same frame: main is in lock.c. */
    assert_true(suppresses(
        "\"rule\": \"*\", \"function\": \"main\", \"file\": \"lock.c\""));
    assert_false(suppresses(
        "\"rule\": \"*\", \"function\": \"main\", \"file\": \"*halo.c\""));
}

/* The trouble that a file makes, in which "FILE: " is left out. */
static void refused(const char *text, const char *expected)
{
    struct suppressions *list = suppressions_new();
    char *trouble = NULL;

    write_text(text);
    assert_int_equal(suppressions_add(list, file, false, &trouble), -1);
    assert_memory_equal(trouble, file, strlen(file));
    assert_string_equal(trouble + strlen(file) + 2, expected);
    assert_int_equal(suppressions_total(list), 0);
    free(trouble);
    suppressions_free(list);
}

static void wrong_files_are_refused(void **state)
{
    (void)state;
    refused("", "line 1: '[' or '{' expected near end of file");
    refused("[]", "it must be {\"suppressions\": [...]}");
    refused("{\"suppressions\": []", "line 1: '}' expected near end of file");
    refused("{\"suppressions\": [], \"x\": 1}",
            "it must be {\"suppressions\": [...]}");
    refused("{\"suppressions\": [1]}",
            "entry 1: it must be an object: {\"rule\": ...}");
    refused("{\"suppressions\": [{\"rule\": \"*\"}]}",
            "entry 1: it has no \"reason\"");
    refused("{\"suppressions\": [{\"reason\": \"x\"}]}",
            "entry 1: it has no \"rule\" (\"*\" is every rule)");
    refused("{\"suppressions\": [{\"reason\": \"x\", \"rule\": \"LEAK\"}]}",
            "entry 1: there is no rule LEAK (murmel rules shows all)");
    refused("{\"suppressions\": [{\"reason\": \"x\", \"rule\": \"*\"}, "
            "{\"fnuction\": \"x\"}]}",
            "entry 2: there is no \"fnuction\"; the nearest is \"function\"");
    refused("{\"suppressions\": [{\"reason\": 1}]}",
            "entry 1: \"reason\" must be a string");
}

static void a_file_that_is_not_there(void **state)
{
    struct suppressions *list = suppressions_new();
    char *trouble = NULL;

    (void)state;
    assert_int_equal(suppressions_add(list, "/nowhere/x", false, &trouble),
                     -1);
    assert_string_equal(
        trouble, "/nowhere/x: it cannot be read: No such file or directory");
    free(trouble);
    assert_null(baseline_load("/nowhere/x", &trouble));
    assert_string_equal(
        trouble, "/nowhere/x: it cannot be read: No such file or directory");
    free(trouble);
    write_text("{}");
    assert_null(baseline_load(file, &trouble));
    assert_non_null(strstr(trouble, "it is no report of Murmel"));
    free(trouble);
    suppressions_free(list);
}

/* What is written for copying suppresses what it was written for. */
static void generated_ones_fit(void **state)
{
    struct sample *sample = sample_new(SAMPLE_PLAIN);
    struct suppressions *list = suppressions_new();
    FILE *stream = fopen(file, "w");
    char *trouble = NULL;

    (void)state;
    assert_non_null(stream);
    report_suppress(&sample->report, stream);
    assert_int_equal(fclose(stream), 0);
    if (suppressions_add(list, file, false, &trouble) != 0)
        fail_msg("%s", trouble);
    assert_true(suppressions_total(list) > 0);
    for (size_t i = 0; i < findings_total(sample->findings); i++)
        assert_non_null(
            suppressions_match(list, findings_at(sample->findings, i)));
    suppressions_free(list);
    sample_free(sample);
}

/* Each finding of the earlier report stands for one of this. */
static void a_baseline_knows_as_many(void **state)
{
    struct findings_options options = {0};
    struct findings *findings;
    char *trouble = NULL;

    (void)state;
    write_text("{\"schema_version\": 1, \"findings\": [{\"fingerprint\": "
               "\"LEAK-COMM MPI_Comm_dup@halo.c:exchange\"}]}");
    options.baseline = baseline_load(file, &trouble);
    assert_non_null(options.baseline);
    findings = findings_new(&options);
    assert_true(findings_baseline(findings));
    submit(findings, "one");
    submit(findings, "one"); /* the same again */
    submit(findings, "two"); /* another */
    assert_int_equal(findings_total(findings), 2);
    assert_true(findings_at(findings, 0)->known);
    assert_false(findings_at(findings, 1)->known);
    assert_int_equal(findings_count(findings, SEVERITY_WARNING), 2);
    assert_int_equal(findings_count_from(findings, SEVERITY_WARNING), 1);
    findings_free(findings);
    baseline_free(options.baseline);
    sample_clear();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_member_fits_or_not),
        cmocka_unit_test(wrong_files_are_refused),
        cmocka_unit_test(a_file_that_is_not_there),
        cmocka_unit_test(generated_ones_fit),
        cmocka_unit_test(a_baseline_knows_as_many),
    };
    int fd = mkstemp(file), result;

    if (fd < 0)
        return 1;
    close(fd);
    sample_enter_sources();
    result = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(file);
    return result;
}
