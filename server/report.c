/*
 * report.c - puts the reports on the disk.
 */
#include "report.h"

#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
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

/* Permissions as open() would give them: mkstemp's are for secrets. */
static void open_to_readers(int fd)
{
    mode_t mask = umask(0);

    umask(mask);
    fchmod(fd, 0666 & ~mask);
}

typedef void writer(const struct report *report, FILE *stream);

static int write_stream(const struct report *report, writer *write, int fd)
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
    errno = 0;
    write(report, stream);
    if (fflush(stream) != 0 || ferror(stream))
        error = errno != 0 ? errno : EIO;
    /* Only a file system that was asked tells of a full disk or quota. */
    if (error == 0 && report->complete && fsync(fd) != 0 && errno != EINVAL)
        error = errno;
    if (fclose(stream) != 0 && error == 0)
        error = errno;
    errno = error;
    return error == 0 ? 0 : -1;
}

static int write_file(const struct report *report, writer *write,
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

int report_write(const struct report_job *job, const struct findings *findings,
                 const struct model *model, const char *directory,
                 bool complete)
{
    const struct report report = {job, findings, model, complete};

    if (make_directories(directory) != 0)
        return -1;
    if (write_file(&report, report_json, directory, "report.json") != 0)
        return -1;
    return write_file(&report, report_html, directory, "report.html");
}
