/*
 * comm_object.c - see comm_object.h.
 */
#include "comm_object.h"

#include "memory.h"
#include "rank_list.h"

#include <stdlib.h>

/* Of more ranks, or stretches of ranks, nothing is said: it would be paid for
 * as often as the finding is raised. */
#define MOST 1024
#define TOLD 16

/* Whether their numbers are those of MPI_COMM_WORLD. */
static bool is_world(const struct group *group)
{
    int i = 0;

    while (i < group->size && group->seats[i]->rank == i)
        i++;
    return i == group->size;
}

static bool rises(const struct group *group)
{
    int i = 1;

    while (i < group->size && group->seats[i]->rank > group->seats[i - 1]->rank)
        i++;
    return i >= group->size;
}

static size_t stretches(const struct group *group)
{
    size_t count = 1;
    int i;

    for (i = 1; i < group->size; i++)
        count += group->seats[i]->rank != group->seats[i - 1]->rank + 1;
    return count;
}

/* "rank 3", "ranks 0-2", "ranks 2, 0 in this order"; malloc'd.  NULL: that is
 * too long. */
static char *members_of(const struct group *group)
{
    struct text text = {0};
    int *ranks, i;
    char *list;

    if (group->size == 0 || stretches(group) > TOLD)
        return NULL;
    if (rises(group)) {
        ranks = xcalloc((size_t)group->size, sizeof ranks[0]);
        for (i = 0; i < group->size; i++)
            ranks[i] = group->seats[i]->rank;
        list = rank_list_text(ranks, (size_t)group->size);
        free(ranks);
        return list;
    }
    for (i = 0; i < group->size; i++)
        text_printf(&text, "%s%d", i > 0 ? ", " : "ranks ",
                    group->seats[i]->rank);
    text_printf(&text, " in this order");
    return text.bytes;
}

/* Of one that some members are still making, not all are known. */
static bool is_known(const struct group *group)
{
    int i = 0;

    if (group == NULL || group->size > MOST)
        return false;
    while (i < group->size && group->seats[i] != NULL)
        i++;
    return i == group->size;
}

void comm_object(struct finding *finding, const struct comm *comm)
{
    const struct group *own = comm->groups[0], *remote = comm->groups[1];
    char *members = NULL, *others = NULL, *both;

    finding_object(finding, comm_kind(comm), comm_name(comm), comm->made_by);
    if (comm->made_by == NULL || comm->opaque || !is_known(own) ||
        (remote != NULL && !is_known(remote)))
        return;
    if (remote != NULL || !is_world(own))
        members = members_of(own);
    if (remote != NULL)
        others = members_of(remote);
    if (members != NULL && others != NULL) {
        both = xasprintf("%s and %s", members, others);
        finding_members(finding, both);
        free(both);
    } else if (members != NULL && remote == NULL) {
        finding_members(finding, members);
    }
    free(members);
    free(others);
}
