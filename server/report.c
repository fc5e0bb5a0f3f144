/*
 * report.c - puts the reports on the disk.
 */
#include "report.h"

#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Makes a directory and those above it; what is there already is fine. */
static int make_directories(const char *path)
{
    char *copy = xstrdup(path);
    int result;

    for (char *s = copy + 1; *copy != '\0' && *s != '\0'; s++) {
        if (*s != '/')
            continue;
        *s = '\0';
        mkdir(copy, 0777);
        *s = '/';
    }
    result = mkdir(copy, 0777);
    free(copy);
    return result == 0 || errno == EEXIST ? 0 : -1;
}

int report_folder(const char *path, char **trouble)
{
    if (make_directories(path) == 0)
        return 0;
    *trouble = xasprintf("%s: the report cannot be written: %s", path,
                         strerror(errno));
    return -1;
}

/* Permissions as open() would give them: mkstemp's are for secrets. */
static void open_to_readers(int fd)
{
    mode_t mask = umask(0);

    umask(mask);
    fchmod(fd, 0666 & ~mask);
}

static int write_stream(const struct report *report, report_writer *write,
                        int fd)
{
    FILE *stream = fdopen(fd, "w");
    int error = 0;

    if (stream == NULL) {
        error = errno;
        close(fd);
        errno = error;
        return -1;
    }
    setvbuf(stream, NULL, _IOFBF, 1 << 16);
    __fsetlocking(stream, FSETLOCKING_BYCALLER); /* nobody else has it */
    errno = 0;
    write(report, stream);
    if (fflush(stream) != 0 || ferror(stream))
        error = errno != 0 ? errno : EIO;
    /* Only a file system that was asked tells of a full disk or quota.  Not
     * while there are processes: they may wait without end, and keep the
     * system from its answer (sched_yield, Linux 6.18). */
    if (error == 0 && report->complete && report->job->checker == 0 &&
        fsync(fd) != 0 && errno != EINVAL)
        error = errno;
    if (fclose(stream) != 0 && error == 0)
        error = errno;
    errno = error;
    return error == 0 ? 0 : -1;
}

static int write_file(const struct report *report, report_writer *write,
                      const char *directory, const char *name)
{
    char *path = xasprintf("%s/%s", directory, name);
    char *temporary = xasprintf("%s/.%s.XXXXXX", directory, name);
    int fd = mkostemp(temporary, O_CLOEXEC);
    int result = -1, error;

    if (fd >= 0) {
        open_to_readers(fd);
        result = write_stream(report, write, fd);
        if (result == 0)
            result = rename(temporary, path);
        error = errno;
        if (result != 0)
            unlink(temporary);
        errno = error;
    }
    error = errno;
    free(path);
    free(temporary);
    errno = error;
    return result;
}

char *report_dot_name(size_t graph_number)
{
    return xasprintf("wait-graph-%zu.dot", graph_number);
}

static int write_state(struct report *report, const char *directory)
{
    char *path = xasprintf("%s/" REPORT_STATE_DOT, directory);
    int result = 0;

    report->graph = report->job->state;
    report->graph_title = "What the processes were doing";
    report->graph_rule = NULL;
    if (report->graph != NULL)
        result = write_file(report, report_dot, directory, REPORT_STATE_DOT);
    else
        unlink(path);
    free(path);
    return result;
}

static int write_graphs(struct report *report, const char *directory)
{
    const struct finding **sorted = findings_sorted(report->findings);
    size_t count = 0, i;
    int result = 0;
    bool more = true;

    for (i = 0; i < findings_total(report->findings) && result == 0; i++) {
        char *name = report_dot_name(count + 1);

        report->graph = sorted[i]->graph;
        report->graph_title = sorted[i]->message;
        report->graph_rule = sorted[i]->rule->id;
        if (sorted[i]->graph != NULL) {
            result = write_file(report, report_dot, directory, name);
            count++;
        }
        free(name);
    }
    free(sorted);
    while (result == 0 && more) {
        char *name = report_dot_name(++count);
        char *path = xasprintf("%s/%s", directory, name);

        more = unlink(path) == 0;
        free(path);
        free(name);
    }
    return result;
}

int report_write(const struct report_job *job, const struct findings *findings,
                 const struct model *model, const char *directory,
                 bool complete)
{
    static const struct {
        const char *name;
        report_writer *write;
    } files[] = {{"report.html", report_html},
                 {"report.sarif", report_sarif},
                 {"report.junit.xml", report_junit}};
    struct report report = {
        .job = job, .findings = findings, .model = model, .complete = complete};
    int error = 0;

    if (make_directories(directory) != 0)
        return -1;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (write_file(&report, files[i].write, directory, files[i].name) != 0)
            error = error != 0 ? error : errno;
    if (job->gen_suppressions && write_file(&report, report_suppress, directory,
                                            "suppressions.json") != 0)
        error = error != 0 ? error : errno;
    if (error == 0 && write_state(&report, directory) != 0)
        error = errno;
    if (error == 0 && write_graphs(&report, directory) != 0)
        error = errno;
    /* It says that all is complete. */
    if (write_file(&report, report_json, directory, "report.json") != 0)
        error = error != 0 ? error : errno;
    errno = error;
    return error == 0 ? 0 : -1;
}
