/* Strings of the application, made fit for reports. */
#include "record.h"
#include "report_sample.h"
#include "source_files.h"
#include "report_string.h"
#include "report_wrap.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define BAD "\xef\xbf\xbd"

static void invalid_utf8_is_replaced(void **state)
{
    static const struct {
        const char *in, *out;
    } cases[] = {
        {"", ""},
        {"plain", "plain"},
        {"\xc3\xa4\xe2\x82\xac\xf0\x9f\x90\xbe",
         "\xc3\xa4\xe2\x82\xac\xf0\x9f\x90\xbe"},
        {"\x80", BAD},
        {"a\xff\xfe"
         "b",
         "a" BAD BAD "b"},
        {"\xc0\xaf", BAD BAD},         /* overlong */
        {"\xe0\x80\xaf", BAD BAD BAD}, /* overlong */
        {"\xf0\x80\x80\xaf", BAD BAD BAD BAD},
        {"\xed\xa0\x80", BAD BAD BAD},    /* surrogate */
        {"\xed\x9f\xbf", "\xed\x9f\xbf"}, /* the last before them */
        {"\xf4\x8f\xbf\xbf", "\xf4\x8f\xbf\xbf"},
        {"\xf4\x90\x80\x80", BAD BAD BAD BAD}, /* beyond U+10FFFF */
        {"\xf5", BAD},
        {"\xe2\x82", BAD}, /* ends too early */
        {"\xe2\x82x", BAD "x"},
        {"\xf0\x9f\x90", BAD},
        {"\xc3", BAD},
        {"a\nb\x01\x7f", "a\nb\x01\x7f"}, /* JSON escapes these */
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *out = report_utf8(cases[i].in);

        assert_string_equal(out, cases[i].out);
        free(out);
    }
}

static void terminal_text_is_harmless(void **state)
{
    static const struct {
        const char *in, *out;
        size_t limit;
    } cases[] = {
        {"plain", "plain", 99},
        {"\x1b[31mred", "\\x1b[31mred", 99},
        {"a\r\n\tb", "a\\x0d\\x0a\\x09b", 99},
        {"\x7f", "\\x7f", 99},
        {"\xc2\x9b"
         "31m",
         "\\x9b31m", 99}, /* one-byte CSI */
        {"\xe2\x80\xae"
         "abc",
         "\\u202eabc", 99}, /* right to left */
        {"\xff", BAD, 99},
        {"abcdef", "abc...", 3},
        {"abc", "abc", 3},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct text text = {0};

        report_append_plain(&text, cases[i].in, cases[i].limit);
        assert_string_equal(text.bytes, cases[i].out);
        free(text.bytes);
    }
}

static void html_is_escaped(void **state)
{
    static const struct {
        const char *in, *out;
    } cases[] = {
        {"plain text", "plain text"},
        {"abcdefghijklmnopqrstuvwxyz", "abcdefghijklmnopqrst\xe2\x80\xa6"},
        {"abcdefghijklmnopqrst", "abcdefghijklmnopqrst"},
        {"\xe2\x80\xae"
         "abc\xe2\x81\xa6",
         BAD "abc" BAD},
        {"<b a=\"1\" c='2'>&amp;",
         "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;"},
        {"a\x01\x1b\r", "a\xe2\x90\x81\xe2\x90\x9b\xe2\x90\x8d"},
        {"\x7f", "\xe2\x90\xa1"},
        {"a\n\tb", "a\n\tb"},
        {"\xc2\x85\xef\xbf\xbe\xef\xb7\x90", BAD BAD BAD},
        {"\xf0\x9f\x90\xbe\xff<", "\xf0\x9f\x90\xbe" BAD "&lt;"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *out = NULL;
        size_t size;
        FILE *stream = open_memstream(&out, &size);

        report_put_html(stream, cases[i].in, 20);
        fclose(stream);
        assert_string_equal(out, cases[i].out);
        free(out);
    }
}

static void times_are_utc_with_milliseconds(void **state)
{
    struct timespec time = {951782400, 5999999}; /* 29 February 2000 */
    char text[40];

    (void)state;
    report_time(text, sizeof text, &time);
    assert_string_equal(text, "2000-02-29T00:00:00.005Z");
}

static void ends_of_processes_in_words(void **state)
{
    struct call call = {.returned = false};
    struct process process = {.end = PROCESS_CRASHED,
                              .mpi = PROCESS_INITIALIZED,
                              .signal = 7,
                              .crash_address = 16};
    char *text = report_process_end(&process);

    (void)state;
    assert_string_equal(text, "was ended by SIGBUS at address 0x10, without "
                              "MPI_Finalize");
    free(text);
    process.signal = 6;
    process.crash_address = CRASH_NO_ADDRESS;
    text = report_process_end(&process);
    assert_string_equal(text, "was ended by SIGABRT, without MPI_Finalize");
    free(text);
    process.end = PROCESS_LOST;
    process.wait_status = -1;
    text = report_process_end(&process);
    assert_string_equal(text, "was lost without a word (killed, _exit or "
                              "exec), without MPI_Finalize");
    free(text);
    process.wait_status = SIGALRM;
    text = report_process_end(&process);
    assert_string_equal(text, "was ended by SIGALRM, without MPI_Finalize");
    free(text);
    process.wait_status = 5 << 8;
    text = report_process_end(&process);
    assert_string_equal(
        text, "ended with status 5 by _exit or exec, without MPI_Finalize");
    free(text);
    process.last_calls[0] = &call;
    process.call_count = 1;
    text = report_process_end(&process);
    assert_string_equal(text, "ended with status 5, by an MPI error or _exit, "
                              "without MPI_Finalize");
    free(text);
    process.mpi = PROCESS_ABORTED;
    text = report_process_end(&process);
    assert_string_equal(text, "ended with status 5, by MPI_Abort");
    free(text);
    process.mpi = PROCESS_INITIALIZED;
    process.end = PROCESS_REPLACED;
    text = report_process_end(&process);
    assert_string_equal(text, "became another program (exec), which is not "
                              "observed, without MPI_Finalize");
    free(text);
    process.end = PROCESS_EXITED;
    process.mpi = PROCESS_ABORTED;
    process.exit_status = 3;
    text = report_process_end(&process);
    assert_string_equal(text, "exited with status 3, by MPI_Abort");
    free(text);
    process.end = PROCESS_RUNNING;
    process.mpi = PROCESS_BEFORE_INIT;
    text = report_process_end(&process);
    assert_string_equal(text, "was still running, before MPI was initialized");
    free(text);
}

static void files_are_named_as_seen_from_their_process(void **state)
{
    struct process process = {.directory = (char[]){"/home/heidi"}};

    (void)state;
    assert_string_equal(report_file_name("/home/heidi/a/b.c", &process),
                        "a/b.c");
    assert_string_equal(report_file_name("/home/heidi2/b.c", &process),
                        "/home/heidi2/b.c");
    assert_string_equal(report_file_name("b.c", &process), "b.c");
    assert_string_equal(report_file_name("/b.c", NULL), "/b.c");
}

static void sources_are_read_once_and_with_care(void **state)
{
    struct source_files *source = source_files_new();
    char folder[] = "/tmp/murmel-test-XXXXXX", path[64];
    const struct source_text *text;
    FILE *file;

    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.c", folder);
    file = fopen(path, "w");
    fwrite("one\r\ntwo\0hidden\n\nfour", 1, 21, file);
    fclose(file);
    text = source_files_text(source, folder, "a.c");
    assert_int_equal(text->line_count, 4);
    assert_string_equal(text->lines[0], "one");
    assert_string_equal(text->lines[1], "two\1hidden");
    assert_string_equal(text->lines[2], "");
    assert_string_equal(text->lines[3], "four");
    assert_ptr_equal(source_files_text(source, NULL, path), text);
    assert_true(source_text_is_newer(text, "/"));
    assert_false(source_text_is_newer(text, path));
    assert_false(source_text_is_newer(text, "/no/such/module"));

    /* Nothing that is no file, and nobody waits for a pipe. */
    assert_int_equal(source_files_text(source, NULL, folder)->line_count, 0);
    assert_int_equal(source_files_text(source, NULL, "/dev/zero")->line_count,
                     0);
    assert_int_equal(source_files_text(source, folder, "none")->line_count, 0);
    unlink(path);
    snprintf(path, sizeof path, "%s/pipe", folder);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(source_files_text(source, NULL, path)->line_count, 0);
    unlink(path);

    /* A source that is far too big. */
    snprintf(path, sizeof path, "%s/big", folder);
    fclose(fopen(path, "w"));
    assert_int_equal(truncate(path, 9 << 20), 0);
    assert_int_equal(source_files_text(source, NULL, path)->line_count, 0);
    unlink(path);
    rmdir(folder);
    source_files_free(source);
}

static void durations(void **state)
{
    static const struct {
        uint64_t nanoseconds;
        const char *text;
    } rows[] = {
        {17, "17 ns"},
        {18900000, "18.9 ms"},
        {119900000000, "119.9 s"},
        {120000000000, "2 min 0 s"},
        {1234900000000, "20 min 34 s"},
        {7199999999999, "119 min 59 s"},
        {90061000000000, "25 h 1 min"},
    };
    char text[24];

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        report_duration_text(text, sizeof text, rows[i].nanoseconds);
        assert_string_equal(text, rows[i].text);
    }
}

static void lines_are_broken(void **state)
{
    static const char words[] = "  call  MPI_Send(buf=0x1, count=1, "
                                "datatype=MPI_INT, dest=1)";
    static const struct {
        const char *in, *out;
        int columns, indent;
    } cases[] = {
        {words, words, 0, 8},
        {words, words, 30, 8}, /* too narrow to be of use */
        {words, words, 60, 8}, /* it has 60 characters */
        {words,
         "  call  MPI_Send(buf=0x1, count=1, datatype=MPI_INT,\n"
         "         dest=1)",
         59, 9},
        {words,
         "  call  MPI_Send(buf=0x1, count=1,\n"
         "          datatype=MPI_INT, dest=1)",
         42, 30}, /* so little room would be left */
        {"1234567890123456789012345678901234567890\na\n",
         "1234567890123456789012345678901234567890\na\n", 40, 4},
        {"a 1234567890123456789012345678901234567890123 b",
         "a\n  1234567890123456789012345678901234567890123\n  b", 40, 2},
        {"\033[1;31m12345678901234567890\033[0m 1234567890123456789 b",
         "\033[1;31m12345678901234567890\033[0m 1234567890123456789\n  b", 40,
         2},
        {"\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4 12345678901234567890123456789012345",
         "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4 12345678901234567890123456789012345",
         40, 2},
        {"\033[", "\033[", 40, 2},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct text text = {0};

        text_printf(&text, "kept, however long it may be, as it is: %s",
                    cases[i].in);
        report_wrap(&text, strlen("kept, however long it may be, as it is: "),
                    cases[i].columns, cases[i].indent);
        assert_string_equal(
            text.bytes + strlen("kept, however long it may be, as it is: "),
            cases[i].out);
        free(text.bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(durations),
        cmocka_unit_test(invalid_utf8_is_replaced),
        cmocka_unit_test(terminal_text_is_harmless),
        cmocka_unit_test(lines_are_broken),
        cmocka_unit_test(html_is_escaped),
        cmocka_unit_test(times_are_utc_with_milliseconds),
        cmocka_unit_test(ends_of_processes_in_words),
        cmocka_unit_test(files_are_named_as_seen_from_their_process),
        cmocka_unit_test(sources_are_read_once_and_with_care),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
