#include "root_file.h"

#include "memory.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define FILE_VERSION 2

char *root_boot(void)
{
    char text[64];
    int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
    ssize_t length = fd >= 0 ? read(fd, text, sizeof text) : 0;

    if (fd >= 0)
        close(fd);
    while (length > 0 && text[length - 1] == '\n')
        length--;
    return xstrndup(text, length > 0 ? (size_t)length : 0);
}

char *root_job(void)
{
    /* As in libcheck/launch.c; what Murmel itself sets inside mpiexec may not
     * come to all nodes. */
    static const char *const names[] = {"PMIX_NAMESPACE", "SLURM_STEP_ID",
                                        "PMI_JOBID", "MURMEL_JOB"};
    size_t i;

    for (i = 0; i < sizeof names / sizeof names[0]; i++) {
        const char *value = getenv(names[i]), *job = getenv("SLURM_JOBID");

        if (value != NULL && value[0] != '\0')
            return strcmp(names[i], "SLURM_STEP_ID") == 0 && job != NULL
                       ? xasprintf("%s.%s", job, value)
                       : xstrdup(value);
    }
    return xstrdup("");
}

static char *cannot(const char *path, const char *what)
{
    return xasprintf("%s: the file for the other nodes cannot be %s: %s", path,
                     what, strerror(errno));
}

/* What keeps a file that is there from being written over, malloc'd, or NULL;
 * whether that is another job. */
static char *keeps(const char *path, bool *in_use)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    const char *why = NULL;
    struct stat status = {0};
    json_t *json;

    *in_use = false;
    if (fd < 0)
        return errno == ENOENT ? NULL : cannot(path, "written");
    json = fstat(fd, &status) == 0 && S_ISREG(status.st_mode)
               ? json_loadfd(fd, 0, NULL)
               : NULL;
    *in_use = flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (json_object_get(json, "murmel_root") == NULL &&
        !(S_ISREG(status.st_mode) && status.st_size == 0))
        why = "it is something else, and is left as it is";
    else if (*in_use)
        why = "another checker has it; --root-file=FILE gives each job its "
              "own";
    json_decref(json);
    close(fd);
    return why == NULL ? NULL
                       : xasprintf("%s: the file for the other nodes cannot be "
                                   "written: %s",
                                   path, why);
}

/* Likewise; the checker of the job before may take a moment to end. */
static char *wait_for(const char *path)
{
    static const struct timespec pause = {0, 50 * 1000 * 1000};
    bool in_use;
    char *why = keeps(path, &in_use);

    for (int i = 0; in_use && i < 80; i++) {
        free(why);
        nanosleep(&pause, NULL);
        why = keeps(path, &in_use);
    }
    return why;
}

/* A descriptor, or -1 and errno. */
static int write_text(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    size_t done = 0, length = strlen(text);

    if (fd < 0)
        return -1;
    while (done < length) {
        ssize_t written = write(fd, text + done, length - done);

        if (written < 0 && errno != EINTR)
            break;
        if (written > 0)
            done += (size_t)written;
    }
    if (done == length && fchmod(fd, 0600) == 0) {
        /* Where a file system knows no locks, we go without. */
        (void)flock(fd, LOCK_EX | LOCK_NB);
        return fd;
    }
    close(fd);
    return -1;
}

int root_file_write(const char *path, const struct root_file *file,
                    char **trouble)
{
    json_t *json;
    char *text, *part;
    int fd;

    *trouble = wait_for(path);
    if (*trouble != NULL)
        return -1;
    json = json_pack("{s:i, s:s, s:s, s:s, s:s, s:s, s:s}", "murmel_root",
                     FILE_VERSION, "endpoint", file->endpoint, "boot",
                     file->boot, "job", file->job, "server", file->server,
                     "client", file->client, "secret", file->secret);
    text = json_dumps(json, JSON_INDENT(1));
    /* Nobody sees a part of it. */
    part = xasprintf("%s.part", path);
    unlink(part);
    fd = write_text(part, text);
    if (fd < 0 || rename(part, path) != 0) {
        *trouble = cannot(path, "written");
        if (fd >= 0)
            close(fd);
        fd = -1;
        unlink(part);
    }
    explicit_bzero(text, strlen(text));
    free(text);
    free(part);
    json_decref(json);
    return fd;
}

/* Whether it is ours, and nobody else's: else *trouble. */
static bool is_private(int fd, const char *path, char **trouble)
{
    struct stat status;

    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_uid == geteuid() && (status.st_mode & 077) == 0)
        return true;
    *trouble = xasprintf("%s: the file of the root checker must be this "
                         "user's, with mode 0600",
                         path);
    return false;
}

static bool take_key(const json_t *json, const char *name, char *key)
{
    const char *text = json_string_value(json_object_get(json, name));

    if (text == NULL || strlen(text) != ROOT_KEY_SIZE - 1)
        return false;
    memcpy(key, text, ROOT_KEY_SIZE);
    return true;
}

static bool take(const json_t *json, struct root_file *file)
{
    const char *endpoint = json_string_value(json_object_get(json, "endpoint"));
    const char *boot = json_string_value(json_object_get(json, "boot"));
    const char *job = json_string_value(json_object_get(json, "job"));

    if (endpoint == NULL || boot == NULL || job == NULL ||
        json_integer_value(json_object_get(json, "murmel_root")) !=
            FILE_VERSION ||
        !take_key(json, "server", file->server) ||
        !take_key(json, "client", file->client) ||
        !take_key(json, "secret", file->secret))
        return false;
    file->endpoint = xstrdup(endpoint);
    file->boot = xstrdup(boot);
    file->job = xstrdup(job);
    return true;
}

int root_file_read(const char *path, struct root_file *file, char **trouble)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    json_t *json;
    bool good;

    if (fd < 0) {
        *trouble = cannot(path, "read");
        return -1;
    }
    if (!is_private(fd, path, trouble)) {
        close(fd);
        return -1;
    }
    json = json_loadfd(fd, 0, NULL);
    close(fd);
    good = take(json, file);
    json_decref(json);
    if (good)
        return 0;
    *trouble = xasprintf("%s: that is no file of a root checker of this "
                         "version",
                         path);
    return -1;
}

void root_file_free(struct root_file *file)
{
    free(file->endpoint);
    free(file->boot);
    free(file->job);
    explicit_bzero(file, sizeof *file);
}
