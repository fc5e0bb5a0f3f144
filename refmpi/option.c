/*
 * option.c - the legal behaviours that MURMEL_MPI chooses among:
 * "name=value", several with commas between.
 */
#include "init.h"
#include "internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *text;
    int memory_model;
} options[] = {
    {"memory-model=unified", MPI_WIN_UNIFIED},
    {"memory-model=separate", MPI_WIN_SEPARATE},
};
#define OPTIONS (sizeof options / sizeof options[0])

static bool take(const char *text, size_t length)
{
    for (size_t i = 0; i < OPTIONS; i++) {
        if (strlen(options[i].text) == length &&
            memcmp(options[i].text, text, length) == 0) {
            refmpi.memory_model = options[i].memory_model;
            return true;
        }
    }
    return false;
}

void refmpi_options_read(const char *function)
{
    const char *text = getenv("MURMEL_MPI");

    refmpi.memory_model = MPI_WIN_UNIFIED;
    while (text != NULL && *text != '\0') {
        size_t length = strcspn(text, ",");

        if (!take(text, length)) {
            char line[200];

            snprintf(line, sizeof line,
                     "MURMEL_MPI has no option \"%.*s\"; it takes "
                     "memory-model=unified and memory-model=separate",
                     (int)(length < 80 ? length : 80), text);
            refmpi_fatal(function, line);
        }
        text += length;
        text += *text == ',';
    }
}
