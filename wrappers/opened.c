/*
 * opened.c - which file MPI_File_open opens (MPI-4.1 14.2.1): one file may have
 * many names.
 */
#include "opened.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* An inode alone may be that of another file in the meantime. */
struct file_identity {
    uint64_t device, inode;
    char host[64];
    char path[PATH_MAX]; /* "": whatever it is */
};

static uint64_t identity_hash(struct file_identity *identity,
                              const struct stat *file)
{
    identity->device = file->st_dev;
    identity->inode = file->st_ino;
    return murmel_hash(identity, offsetof(struct file_identity, path) +
                                     strlen(identity->path));
}

/* MPIs take the name of a file system before it. */
static const char *without_system(const char *filename)
{
    const char *colon = strchr(filename, ':');
    struct stat file;

    return lstat(filename, &file) != 0 && colon != NULL ? colon + 1 : filename;
}

/* Of a file that may not be there yet: its folder, and its name there; 0: not
 * known, as where it is a symbolic link to nothing. */
static uint64_t place_hash(struct file_identity *identity, const char *path)
{
    char real[PATH_MAX];
    const char *slash;
    struct stat file;
    int length;

    if (lstat(path, &file) == 0) {
        if (realpath(path, real) == NULL)
            return 0;
        path = real;
    }
    slash = strrchr(path, '/');
    length = slash == NULL ? 0 : (int)(slash + 1 - path);
    if (length >= PATH_MAX || strlen(path + length) >= PATH_MAX)
        return 0;
    snprintf(identity->path, sizeof identity->path, "%.*s", length, path);
    if (stat(length > 0 ? identity->path : ".", &file) != 0)
        return 0;
    snprintf(identity->path, sizeof identity->path, "%s", path + length);
    return identity_hash(identity, &file);
}

void opened_name(struct murmel_call *call, const char *filename, MPI_File *fh)
{
    struct file_identity identity = {.host = ""};
    uint64_t hashes[2] = {0, 0}, *w;
    const char *path;
    struct stat file;
    size_t length;
    int saved = errno;

    if ((call->flags & RECORD_FORTRAN) != 0 && fh != NULL)
        *fh = MPI_FILE_NULL;
    if (filename == NULL || !murmel_string(filename, PATH_MAX, &length) ||
        length == PATH_MAX)
        return;
    path = without_system(filename);
    if (gethostname(identity.host, sizeof identity.host) == 0) {
        if (stat(path, &file) == 0)
            hashes[0] = identity_hash(&identity, &file);
        hashes[1] = place_hash(&identity, path);
    }
    errno = saved;
    if (hashes[1] == 0)
        return;
    w = murmel_record(call, RECORD_FILENAME, sizeof hashes);
    if (w == NULL)
        return;
    memcpy(w, hashes, sizeof hashes);
    murmel_publish(call);
}

void opened_file(struct murmel_call *call, const char *filename)
{
    struct file_identity identity = {.host = ""};
    const char *path = without_system(filename);
    struct stat file;
    int saved = errno;
    bool known;
    uint64_t *w;

    known = stat(path, &file) == 0 && S_ISREG(file.st_mode) &&
            realpath(path, identity.path) != NULL &&
            gethostname(identity.host, sizeof identity.host) == 0;
    errno = saved;
    if (!known)
        return;
    w = murmel_record(call, RECORD_FILE, sizeof w[0]);
    if (w == NULL)
        return;
    w[0] = identity_hash(&identity, &file);
    murmel_publish(call);
}
