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
    int *chosen;
    int value; /* the first of a name is what holds without the option */
} options[] = {
    {"memory-model=unified", &refmpi.memory_model, MPI_WIN_UNIFIED},
    {"memory-model=separate", &refmpi.memory_model, MPI_WIN_SEPARATE},
    {"send=some", &refmpi.sends, REFMPI_SENDS_SOME},
    {"send=eager", &refmpi.sends, REFMPI_SENDS_EAGER},
    {"send=sync", &refmpi.sends, REFMPI_SENDS_SYNC},
    {"coll=minimal", &refmpi.collectives, REFMPI_COLLECTIVES_MINIMAL},
    {"coll=barrier", &refmpi.collectives, REFMPI_COLLECTIVES_BARRIER},
    {"progress=strong", &refmpi.progress, REFMPI_PROGRESS_STRONG},
    {"progress=weak", &refmpi.progress, REFMPI_PROGRESS_WEAK},
};
#define OPTIONS (sizeof options / sizeof options[0])

static bool take(const char *text, size_t length)
{
    for (size_t i = 0; i < OPTIONS; i++) {
        if (strlen(options[i].text) == length &&
            memcmp(options[i].text, text, length) == 0) {
            *options[i].chosen = options[i].value;
            return true;
        }
    }
    return false;
}

static _Noreturn void refuse(const char *function, const char *text,
                             size_t length)
{
    char line[400];
    int used = snprintf(line, sizeof line,
                        "MURMEL_MPI has no option \"%.*s\"; it takes",
                        (int)(length < 80 ? length : 80), text);

    for (size_t i = 0; i < OPTIONS; i++)
        used += snprintf(line + used, sizeof line - (size_t)used, "%s %s",
                         i > 0 ? "," : "", options[i].text);
    refmpi_fatal(function, line);
}

void refmpi_options_read(const char *function)
{
    const char *text = getenv("MURMEL_MPI");

    for (size_t i = OPTIONS; i-- > 0;)
        *options[i].chosen = options[i].value;
    while (text != NULL && *text != '\0') {
        size_t length = strcspn(text, ",");

        if (!take(text, length))
            refuse(function, text, length);
        text += length;
        text += *text == ',';
    }
}
