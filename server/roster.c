#include "roster.h"

#include "memory.h"

#include <stdlib.h>
#include <string.h>

struct roster {
    struct process **processes;
    size_t process_count;
    char **troubles;
    size_t trouble_count;
};

struct roster *roster_new(void)
{
    return xcalloc(1, sizeof(struct roster));
}

void roster_free(struct roster *roster)
{
    size_t i;

    for (i = 0; i < roster->trouble_count; i++)
        free(roster->troubles[i]);
    for (i = 0; i < roster->process_count; i++)
        process_free(roster->processes[i]);
    free(roster->troubles);
    free(roster->processes);
    free(roster);
}

struct process *roster_add(struct roster *roster,
                           const struct wire_hello *hello)
{
    struct process *process =
        process_new(hello, (uint32_t)roster->process_count);

    roster->processes = xrealloc(roster->processes, roster->process_count + 1,
                                 sizeof(struct process *));
    roster->processes[roster->process_count++] = process;
    return process;
}

struct process *const *roster_processes(const struct roster *roster,
                                        size_t *count)
{
    *count = roster->process_count;
    return roster->processes;
}

int roster_world_size(const struct roster *roster)
{
    size_t i;

    /* Those that were started later (MPI_Comm_spawn) have a world of their
     * own, so this is not the sum of all worlds; those who come late find
     * another checker. */
    for (i = 0; i < roster->process_count; i++)
        if (roster->processes[i]->size > 0)
            return roster->processes[i]->size;
    return 0;
}

bool roster_complete(const struct roster *roster)
{
    int size = roster_world_size(roster);

    return size > 0 && roster->process_count >= (size_t)size;
}

void roster_trouble(struct roster *roster, char *text)
{
    roster->troubles =
        xrealloc(roster->troubles, roster->trouble_count + 1, sizeof(char *));
    roster->troubles[roster->trouble_count++] = text;
}

bool roster_is_trouble(const struct roster *roster, const char *text)
{
    size_t i = 0;

    while (i < roster->trouble_count && strcmp(roster->troubles[i], text) != 0)
        i++;
    return i < roster->trouble_count;
}

const char *const *roster_troubles(const struct roster *roster, size_t *count)
{
    *count = roster->trouble_count;
    return (const char *const *)roster->troubles;
}
