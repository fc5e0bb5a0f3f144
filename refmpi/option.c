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
    {"send=seed", &refmpi.sends, REFMPI_SENDS_SEED},
    {"coll=minimal", &refmpi.collectives, REFMPI_COLLECTIVES_MINIMAL},
    {"coll=barrier", &refmpi.collectives, REFMPI_COLLECTIVES_BARRIER},
    {"coll=seed", &refmpi.collectives, REFMPI_COLLECTIVES_SEED},
    {"progress=strong", &refmpi.progress, REFMPI_PROGRESS_STRONG},
    {"progress=weak", &refmpi.progress, REFMPI_PROGRESS_WEAK},
    {"rma=eager", &refmpi.rma, REFMPI_RMA_EAGER},
    {"rma=late", &refmpi.rma, REFMPI_RMA_LATE},
    {"rma=seed", &refmpi.rma, REFMPI_RMA_SEED},
    {"wildcard=arrival", &refmpi.wildcard, REFMPI_WILDCARD_ARRIVAL},
    {"wildcard=lowest", &refmpi.wildcard, REFMPI_WILDCARD_LOWEST},
    {"wildcard=highest", &refmpi.wildcard, REFMPI_WILDCARD_HIGHEST},
    {"wildcard=seed", &refmpi.wildcard, REFMPI_WILDCARD_SEED},
};
#define OPTIONS (sizeof options / sizeof options[0])

/* "seed=N"; no other character may follow the number. */
static bool take_seed(const char *text, size_t length)
{
    const char *number = text + strlen("seed=");
    char *end;

    if (strncmp(text, "seed=", strlen("seed=")) != 0 || *number < '0' ||
        *number > '9')
        return false;
    refmpi.seed = strtoull(number, &end, 10);
    return end == text + length;
}

/* NAME=FILE, NAME with what stands before the file. */
static bool take_file(const char *text, size_t length, const char *name,
                      struct refmpi_file_name *file)
{
    size_t skip = strlen(name);

    if (length <= skip || memcmp(text, name, skip) != 0)
        return false;
    *file = (struct refmpi_file_name){text + skip, length - skip};
    return true;
}

static bool take(const char *text, size_t length)
{
    if (take_seed(text, length) ||
        take_file(text, length, "wildcard=file:", &refmpi.choices_in) ||
        take_file(text, length, "record=", &refmpi.choices_out))
        return true;
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
    char line[600];
    int used = snprintf(line, sizeof line,
                        "MURMEL_MPI has no option \"%.*s\"; it takes",
                        (int)(length < 80 ? length : 80), text);

    for (size_t i = 0; i < OPTIONS; i++)
        used += snprintf(line + used, sizeof line - (size_t)used, "%s %s",
                         i > 0 ? "," : "", options[i].text);
    snprintf(line + used, sizeof line - (size_t)used,
             ", wildcard=file:FILE, record=FILE, seed=NUMBER");
    refmpi_fatal(function, line);
}

/* Splitmix64: close arguments give numbers far apart. */
uint64_t refmpi_choice(enum refmpi_choice_of what, uint64_t number)
{
    uint64_t z = refmpi.seed * UINT64_C(0x9e3779b97f4a7c15) +
                 (uint64_t)what * UINT64_C(0xd1342543de82ef95) + number;

    z = (z + UINT64_C(0x9e3779b97f4a7c15)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

void refmpi_options_read(const char *function)
{
    const char *text = getenv("MURMEL_MPI");

    refmpi.seed = 1;
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
