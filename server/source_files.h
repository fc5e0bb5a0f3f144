/*
 * source_files.h - lines of the application's source files, read when first
 * asked for.
 *
 * Paths come from debug information, so they may name anything: only regular
 * files of sensible size are read, and nothing here waits for a file.
 */
#ifndef MURMEL_SOURCE_FILES_H
#define MURMEL_SOURCE_FILES_H

#include <stdbool.h>
#include <time.h>

struct source_files;

struct source_files *source_files_new(void);
/* NULL is allowed. */
void source_files_free(struct source_files *source);

/* A file, read when first asked for; lines are counted from 1. */
struct source_text {
    int line_count; /* 0: cannot be read */
    char **lines;   /* without line ends */
    struct timespec changed;
};

/* directory: where a relative path starts, or NULL.  Never NULL; owned by
 * source. */
const struct source_text *source_files_text(struct source_files *source,
                                             const char *directory,
                                             const char *file);
/* Whether the text is newer than the module that was compiled from it. */
bool source_text_is_newer(const struct source_text *text, const char *module);

#endif
