/*
 * report_source.h - lines of the application's source files, read for a
 * report.
 *
 * Paths come from debug information, so they may name anything: only regular
 * files of sensible size are read, and nothing here waits for a file.
 */
#ifndef MURMEL_REPORT_SOURCE_H
#define MURMEL_REPORT_SOURCE_H

#include <stdbool.h>
#include <time.h>

struct report_source;

struct report_source *report_source_new(void);
/* NULL is allowed. */
void report_source_free(struct report_source *source);

/* A file, read when first asked for; lines are counted from 1. */
struct source_text {
    int line_count; /* 0: cannot be read */
    char **lines;   /* without line ends */
    struct timespec changed;
};

/* directory: where a relative path starts, or NULL.  Never NULL; owned by
 * source. */
const struct source_text *report_source_text(struct report_source *source,
                                             const char *directory,
                                             const char *file);
/* Whether the text is newer than the module that was compiled from it. */
bool report_source_is_newer(const struct source_text *text, const char *module);

#endif
