#include "node.h"

#include "memory.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

/* -1: not known. */
static int number(const char *variable)
{
    const char *text = getenv(variable);
    char *end;
    long value;

    if (text == NULL || *text == '\0')
        return -1;
    value = strtol(text, &end, 10);
    return *end == '\0' && value >= 0 && value <= INT_MAX ? (int)value : -1;
}

/* What launchers tell each process: how many there are, and on its node. */
static bool has_several(void)
{
    static const char *const sizes[][2] = {
        {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE"},
        {"PMI_SIZE", "MPI_LOCALNRANKS"}}; /* MPICH's mpiexec */

    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        int all = number(sizes[i][0]), here = number(sizes[i][1]);

        if (all >= 0 && here >= 0)
            return here < all;
    }
    return number("SLURM_STEP_NUM_NODES") > 1;
}

void node_report(struct options *options)
{
    char name[HOST_NAME_MAX + 1], *folder;

    if (options->root != NULL && options->root_file == NULL)
        options->root_file = xasprintf("%s/root.keys", options->report);
    if (options->root != NULL)
        return;
    if (!has_several() || gethostname(name, sizeof name) != 0)
        return;
    name[sizeof name - 1] = '\0';
    for (char *s = name; *s != '\0'; s++)
        if (*s == '/' || (s == name && *s == '.'))
            *s = '_';
    if (name[0] == '\0')
        return;
    folder = xasprintf("%s/%s", options->report, name);
    free(options->report);
    options->report = folder;
}
