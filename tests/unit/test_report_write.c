/* report.json and the files beside it: contents, and how they get on the disk.
 */
#include "memory.h"
#include "report_sample.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <jansson.h>

typedef void writer(const struct report *report, FILE *stream);

/* Inlined, GCC 12 takes the text for the variable that points to it. */
static char *__attribute__((noinline))
written(writer *write, const struct sample *sample)
{
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);

    write(&sample->report, stream);
    assert_int_equal(fclose(stream), 0);
    assert_int_equal(strlen(text), size);
    return text;
}

/* Takes out what is between the two: it is kept in server/report_page. */
static void leave_out(char *text, const char *from, const char *to)
{
    char *begin = strstr(text, from), *end;

    if (begin == NULL)
        return;
    begin += strlen(from);
    end = strstr(begin, to);
    assert_non_null(end);
    memmove(begin, end, strlen(end) + 1);
}

static void golden(const char *name, writer *write)
{
    struct sample *sample = sample_new(SAMPLE_PLAIN);
    char *text = written(write, sample);

    leave_out(text, "<style>\n", "</style>");
    leave_out(text, "<script>\n", "</script>");

    assert_golden(name, text);
    free(text);
    sample_free(sample);
}

static void json_as_kept(void **state)
{
    (void)state;
    golden("report.json", report_json);
}

static void html_as_kept(void **state)
{
    (void)state;
    golden("report.html", report_html);
}

static void sarif_as_kept(void **state)
{
    (void)state;
    golden("report.sarif", report_sarif);
}

static void junit_as_kept(void **state)
{
    (void)state;
    golden("report.junit.xml", report_junit);
}

/* What JSON makes of a string of the application. */
static const char *member(json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

static void json_of_hostile_strings(void **state)
{
    struct sample *sample = sample_new(SAMPLE_HOSTILE);
    char *text = written(report_json, sample);
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
    const char *command;

    (void)state;
    assert_non_null(root);
    command = member(json_object_get(root, "job"), "command");
    assert_true(strlen(command) > 10240);
    assert_non_null(strstr(command, "<script>alert(1)</script>"));
    assert_non_null(strstr(command, "\x1b[31mred\x1b]0;title\a\b\r\n\t\x7f"));
    assert_non_null(strstr(command, "\xef\xbf\xbd"));
    json_decref(root);
    free(text);
    sample_free(sample);
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;

    while ((text = strstr(text, part)) != NULL) {
        count++;
        text += strlen(part);
    }
    return count;
}

static void html_of_hostile_strings(void **state)
{
    struct sample *sample = sample_new(SAMPLE_HOSTILE);
    char *text = written(report_html, sample);

    (void)state;
    assert_null(strstr(text, "<script>alert"));
    assert_null(strstr(text, "<img"));
    assert_int_equal(count_of(text, "<script>"), 1);
    assert_int_equal(count_of(text, "</style>"), 1);
    assert_int_equal(count_of(text, "{{"), count_of(text, "&amp;{{rule}}"));
    for (const char *s = text; *s != '\0'; s++)
        assert_true((unsigned char)*s >= 0x20 || *s == '\n' || *s == '\t');
    free(text);
    sample_free(sample);
}

static void html_says_what_is_missing(void **state)
{
    struct sample *sample = sample_new(SAMPLE_INCOMPLETE);
    char *text = written(report_html, sample);

    (void)state;
    assert_non_null(strstr(text, "This report is not complete"));
    assert_non_null(strstr(text, "The checker was asked to end (SIGTERM)"));
    assert_non_null(strstr(text, "The job was still running"));
    assert_non_null(strstr(text, "its calls are not seen"));
    assert_non_null(
        strstr(text, "<h1 class=\"open\">No findings so far in 4 ranks<"));
    free(text);
    sample_free(sample);
}

static void html_of_a_good_run(void **state)
{
    struct sample *sample = sample_new(SAMPLE_EMPTY);
    char *text = written(report_html, sample);

    (void)state;
    assert_non_null(strstr(text, "<h2 id=\"findings\">No findings<"));
    assert_non_null(strstr(text, "<h1 class=\"good\">No findings in 4 ranks<"));
    assert_null(strstr(text, "not complete"));
    free(text);
    sample_free(sample);
}

static void html_of_a_crash_without_findings(void **state)
{
    struct sample *sample = sample_new(SAMPLE_EMPTY);
    struct process *process =
        (struct process *)(uintptr_t)sample->job.processes[1];
    char *text;

    (void)state;
    process->end = PROCESS_CRASHED;
    process->mpi = PROCESS_INITIALIZED;
    process->signal = SIGABRT;
    text = written(report_html, sample);
    assert_non_null(strstr(text, "<h1 class=\"open\">No findings in 4 ranks, "
                                 "but not all came to a good end<"));
    assert_non_null(strstr(text, "not all processes came to a good end"));
    assert_non_null(strstr(text, "was ended by SIGABRT"));
    free(text);
    sample_free(sample);
}

static void html_of_an_interrupted_job(void **state)
{
    struct sample *sample = sample_new(SAMPLE_EMPTY);
    char *text;

    (void)state;
    sample->job.interrupted = SIGINT;
    text = written(report_html, sample);
    assert_non_null(strstr(text, "No findings in 4 ranks; the job was "
                                 "interrupted (SIGINT)<"));
    free(text);
    sample_free(sample);
}

/* The stack of a crash, in the finding about it. */
static void crashes_in_findings(void **state)
{
    struct sample *sample = sample_new(SAMPLE_CRASH);
    char *text = written(report_json, sample), *page;
    json_t *root = json_loads(text, 0, NULL), *stack;

    (void)state;
    stack = json_object_get(
        json_array_get(json_object_get(root, "findings"), 0), "crash_stack");
    assert_int_equal(
        json_integer_value(json_object_get(json_array_get(stack, 0), "line")),
        29);
    json_decref(root);
    page = written(report_html, sample);
    assert_non_null(strstr(page, "<h3>crash\n<span class=\"rank\">rank 2<"));
    assert_non_null(strstr(page, "<code>SIGSEGV</code>"));
    free(page);
    free(text);
    sample_free(sample);
}

static char folder[64];

static int make_folder(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/murmel-test-XXXXXX");
    return mkdtemp(folder) != NULL ? 0 : -1;
}

static int remove_folder(void **state)
{
    char *command = xasprintf("rm -r '%s'", folder);
    int result = system(command);

    (void)state;
    free(command);
    return result;
}

static size_t files_in(const char *directory)
{
    DIR *stream = opendir(directory);
    size_t count = 0;

    assert_non_null(stream);
    while (readdir(stream) != NULL)
        count++;
    closedir(stream);
    return count - 2; /* "." and ".." */
}

static off_t size_of(const char *name)
{
    char *path = xasprintf("%s/%s", folder, name);
    struct stat status;

    assert_int_equal(stat(path, &status), 0);
    free(path);
    return status.st_size;
}

static int write_sample(enum sample_kind kind, const char *directory)
{
    struct sample *sample = sample_new(kind);
    int result =
        report_write(&sample->job, sample->findings, NULL, directory, true);
    int error = errno;

    sample_free(sample);
    errno = error;
    return result;
}

static void all_files_in_a_new_directory(void **state)
{
    char *deep = xasprintf("%s/a/b", folder);
    char *path = xasprintf("%s/a/b/report.json", folder);
    mode_t mask = umask(027);
    struct stat status;

    (void)state;
    assert_int_equal(write_sample(SAMPLE_PLAIN, deep), 0);
    umask(mask);
    assert_int_equal(files_in(deep), 5);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 07777, 0640);
    /* The next one has no graph. */
    assert_int_equal(write_sample(SAMPLE_EMPTY, deep), 0);
    assert_int_equal(files_in(deep), 4);
    free(path);
    free(deep);
}

/* No more room: a limit of the size of files is as good as a full disk. */
static void the_old_report_stays_when_the_disk_is_full(void **state)
{
    struct rlimit before, limit;
    off_t json, html;

    (void)state;
    assert_int_equal(write_sample(SAMPLE_EMPTY, folder), 0);
    json = size_of("report.json");
    html = size_of("report.html");
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    limit = before;
    limit.rlim_cur = 4096;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    assert_int_equal(write_sample(SAMPLE_HOSTILE, folder), -1);
    assert_int_equal(errno, EFBIG);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_int_equal(size_of("report.json"), json);
    assert_int_equal(size_of("report.html"), html);
    assert_int_equal(files_in(folder), 4);
}

static void a_directory_that_cannot_be(void **state)
{
    char *path = xasprintf("%s/report.json/x", folder);

    (void)state;
    assert_int_equal(write_sample(SAMPLE_EMPTY, folder), 0);
    assert_int_equal(write_sample(SAMPLE_EMPTY, path), -1);
    assert_int_equal(errno, ENOTDIR);
    free(path);
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
        cmocka_unit_test(json_as_kept),
        cmocka_unit_test(html_as_kept),
        cmocka_unit_test(sarif_as_kept),
        cmocka_unit_test(junit_as_kept),
        cmocka_unit_test(json_of_hostile_strings),
        cmocka_unit_test(html_of_hostile_strings),
        cmocka_unit_test(html_says_what_is_missing),
        cmocka_unit_test(html_of_a_good_run),
        cmocka_unit_test(html_of_a_crash_without_findings),
        cmocka_unit_test(html_of_an_interrupted_job),
        cmocka_unit_test(crashes_in_findings),
        cmocka_unit_test_setup_teardown(all_files_in_a_new_directory,
                                        make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(
            the_old_report_stays_when_the_disk_is_full, make_folder,
            remove_folder),
        cmocka_unit_test_setup_teardown(a_directory_that_cannot_be, make_folder,
                                        remove_folder),
    };

    return cmocka_run_group_tests(tests, enter, NULL);
}
