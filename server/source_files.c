/*
 * source_files.c - lines of source files for a report.
 */
#include "source_files.h"

#include "memory.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <uthash.h>

#define MOST_BYTES_OF_FILE (INT64_C(8) << 20)
#define MOST_BYTES         (INT64_C(64) << 20)

struct file {
    char *path; /* key */
    char *bytes;
    struct source_text text;
    UT_hash_handle hh;
};

struct source_files {
    struct file *files;
    int64_t room; /* bytes that may still be read */
};

struct source_files *source_files_new(void)
{
    struct source_files *source = xcalloc(1, sizeof *source);

    source->room = MOST_BYTES;
    return source;
}

void source_files_free(struct source_files *source)
{
    struct file *file, *next;

    if (source == NULL)
        return;
    HASH_ITER(hh, source->files, file, next) {
        HASH_DEL(source->files, file);
        free(file->path);
        free(file->bytes);
        free(file->text.lines);
        free(file);
    }
    free(source);
}

/* Reads size bytes, or what there is of them. */
static char *read_bytes(int fd, size_t size)
{
    char *bytes = xmalloc(size + 1);
    size_t length = 0;
    ssize_t got;

    while (length < size && (got = read(fd, bytes + length, size - length)) > 0)
        length += (size_t)got;
    bytes[length] = '\0';
    /* A zero byte would hide the rest of its line. */
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] == '\0')
            bytes[i] = '\1';
    }
    return bytes;
}

static void split_lines(struct file *file)
{
    struct source_text *text = &file->text;
    size_t room = 0;
    char *end;

    for (char *line = file->bytes; *line != '\0'; line = end) {
        end = line + strcspn(line, "\n");
        if (*end == '\n')
            *end++ = '\0';
        line[strcspn(line, "\r")] = '\0';
        if ((size_t)text->line_count == room) {
            room = room * 2 + 256;
            text->lines = xrealloc(text->lines, room, sizeof *text->lines);
        }
        text->lines[text->line_count++] = line;
    }
}

static void read_file(struct source_files *source, struct file *file)
{
    /* Not to wait for the writer of a pipe. */
    int fd = open(file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    struct stat status;

    if (fd < 0)
        return;
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) &&
        status.st_size <= MOST_BYTES_OF_FILE &&
        status.st_size <= source->room) {
        source->room -= status.st_size;
        file->bytes = read_bytes(fd, (size_t)status.st_size);
        file->text.changed = status.st_mtim;
        split_lines(file);
    }
    close(fd);
}

const struct source_text *source_files_text(struct source_files *source,
                                             const char *directory,
                                             const char *name)
{
    struct file *file;
    char *path;

    if (name[0] == '/' || directory == NULL)
        path = xstrdup(name);
    else
        path = xasprintf("%s/%s", directory, name);
    HASH_FIND_STR(source->files, path, file);
    if (file != NULL) {
        free(path);
        return &file->text;
    }
    file = xcalloc(1, sizeof *file);
    file->path = path;
    read_file(source, file);
    HASH_ADD_KEYPTR(hh, source->files, file->path, strlen(file->path), file);
    return &file->text;
}

bool source_text_is_newer(const struct source_text *text, const char *module)
{
    struct stat status;

    if (module == NULL || stat(module, &status) != 0)
        return false;
    if (text->changed.tv_sec != status.st_mtim.tv_sec)
        return text->changed.tv_sec > status.st_mtim.tv_sec;
    return text->changed.tv_nsec > status.st_mtim.tv_nsec;
}
