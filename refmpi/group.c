/* group.c - groups: ordered sets of the job's ranks. */
#include "group.h"
#include "session.h"
#include <stdlib.h>
#include <string.h>

static struct group *empty_group;

struct group *refmpi_group_new(int size, struct session *session)
{
    struct group *group = malloc(sizeof *group + (size_t)size * sizeof(int));
    if (!group)
        return NULL;
    group->object = (struct object){REFMPI_MAGIC_GROUP, 1};
    group->size = size;
    group->rank = MPI_UNDEFINED;
    group->session = session;
    refmpi_session_retain(session);
    return group;
}

void refmpi_group_settle(struct group *group)
{
    group->rank = refmpi_group_find(group, refmpi.rank);
}

void refmpi_group_init(void)
{
    empty_group = refmpi_group_new(0, NULL);
    if (!empty_group)
        refmpi_fatal(NULL, "out of memory");
}

struct group *refmpi_group_from(MPI_Group handle)
{
    if (handle == MPI_GROUP_EMPTY)
        return empty_group;
    return refmpi_is_object(handle, REFMPI_MAGIC_GROUP)
               ? (struct group *)(void *)handle
               : NULL;
}

MPI_Group refmpi_group_handle(struct group *group)
{
    return group == empty_group ? MPI_GROUP_EMPTY : (MPI_Group)(void *)group;
}

void refmpi_group_retain(struct group *group)
{
    group->object.references++;
}

void refmpi_group_release(struct group *group)
{
    if (group == empty_group || --group->object.references > 0)
        return;
    refmpi_session_release(group->session);
    group->object.magic = 0;
    free(group);
}

int refmpi_group_find(const struct group *group, int world_rank)
{
    /* Most groups are the job's ranks from some rank on. */
    if (group->size > 0) {
        int guess = world_rank - group->world[0];
        if (guess >= 0 && guess < group->size &&
            group->world[guess] == world_rank)
            return guess;
    }
    for (int i = 0; i < group->size; i++)
        if (group->world[i] == world_rank)
            return i;
    return MPI_UNDEFINED;
}

int refmpi_group_compare(const struct group *a, const struct group *b)
{
    if (a->size != b->size)
        return MPI_UNEQUAL;
    if (memcmp(a->world, b->world, (size_t)a->size * sizeof(int)) == 0)
        return MPI_IDENT;
    for (int i = 0; i < a->size; i++)
        if (refmpi_group_find(b, a->world[i]) == MPI_UNDEFINED)
            return MPI_UNEQUAL;
    return MPI_SIMILAR;
}

bool refmpi_group_disjoint(const struct group *a, const struct group *b)
{
    for (int i = 0; i < a->size; i++)
        if (refmpi_group_find(b, a->world[i]) != MPI_UNDEFINED)
            return false;
    return true;
}

/* Gives the user a group made here (shrunk to its size); empty ones are
 * MPI_GROUP_EMPTY. */
static int give(struct group *group, MPI_Group *handle)
{
    if (!group)
        return MPI_ERR_NO_MEM;
    if (group->size == 0) {
        refmpi_group_release(group);
        *handle = MPI_GROUP_EMPTY;
        return MPI_SUCCESS;
    }
    refmpi_group_settle(group);
    *handle = refmpi_group_handle(group);
    return MPI_SUCCESS;
}

/* Its session, if that is not finalized; group may be NULL. */
static struct session *session_of(const struct group *group)
{
    return group && refmpi_session_is_open(group->session) ? group->session
                                                           : NULL;
}

int refmpi_group_leave(const struct group *a, const struct group *b, int rc)
{
    struct session *session = session_of(a);
    if (!session)
        session = session_of(b);
    return session ? refmpi_session_leave(session, rc)
                   : refmpi_leave_comm(NULL, rc);
}

int PMPI_Group_size(MPI_Group group, int *size)
{
    refmpi_enter("MPI_Group_size");
    struct group *g = refmpi_group_from(group);
    if (!g || !size)
        return refmpi_group_leave(g, NULL, g ? MPI_ERR_ARG : MPI_ERR_GROUP);
    *size = g->size;
    return refmpi_group_leave(g, NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Group_size)

int PMPI_Group_rank(MPI_Group group, int *rank)
{
    refmpi_enter("MPI_Group_rank");
    struct group *g = refmpi_group_from(group);
    if (!g || !rank)
        return refmpi_group_leave(g, NULL, g ? MPI_ERR_ARG : MPI_ERR_GROUP);
    *rank = g->rank;
    return refmpi_group_leave(g, NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Group_rank)

int PMPI_Group_free(MPI_Group *group)
{
    refmpi_enter("MPI_Group_free");
    struct group *g = group ? refmpi_group_from(*group) : NULL;
    if (!g)
        return refmpi_leave_comm(NULL, MPI_ERR_GROUP);
    refmpi_group_release(g);
    *group = MPI_GROUP_NULL;
    return refmpi_leave_comm(NULL, MPI_SUCCESS);
}
REFMPI_ALIAS(Group_free)

int PMPI_Group_compare(MPI_Group group1, MPI_Group group2, int *result)
{
    refmpi_enter("MPI_Group_compare");
    struct group *a = refmpi_group_from(group1);
    struct group *b = refmpi_group_from(group2);
    if (!a || !b || !result)
        return refmpi_group_leave(a, b, a && b ? MPI_ERR_ARG : MPI_ERR_GROUP);
    *result = refmpi_group_compare(a, b);
    return refmpi_group_leave(a, b, MPI_SUCCESS);
}
REFMPI_ALIAS(Group_compare)

int PMPI_Group_translate_ranks(MPI_Group group1, int n, const int ranks1[],
                               MPI_Group group2, int ranks2[])
{
    refmpi_enter("MPI_Group_translate_ranks");
    struct group *a = refmpi_group_from(group1);
    struct group *b = refmpi_group_from(group2);
    if (!a || !b)
        return refmpi_group_leave(a, b, MPI_ERR_GROUP);
    if (n < 0 || (n > 0 && (!ranks1 || !ranks2)))
        return refmpi_group_leave(a, b, MPI_ERR_ARG);
    for (int i = 0; i < n; i++)
        if (ranks1[i] != MPI_PROC_NULL &&
            (ranks1[i] < 0 || ranks1[i] >= a->size))
            return refmpi_group_leave(a, b, MPI_ERR_RANK);
    for (int i = 0; i < n; i++)
        ranks2[i] = ranks1[i] == MPI_PROC_NULL
                        ? MPI_PROC_NULL
                        : refmpi_group_find(b, a->world[ranks1[i]]);
    return refmpi_group_leave(a, b, MPI_SUCCESS);
}
REFMPI_ALIAS(Group_translate_ranks)

/* ------------------------------------------------------------- set algebra */

enum algebra { ALGEBRA_UNION, ALGEBRA_INTERSECTION, ALGEBRA_DIFFERENCE };

static int combine(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup,
                   enum algebra algebra)
{
    struct group *a = refmpi_group_from(group1);
    struct group *b = refmpi_group_from(group2);
    if (!a || !b || !newgroup)
        return refmpi_group_leave(a, b, a && b ? MPI_ERR_ARG : MPI_ERR_GROUP);
    struct group *group = refmpi_group_new(a->size + b->size, a->session);
    if (!group)
        return refmpi_group_leave(a, b, MPI_ERR_NO_MEM);
    int size = 0;
    for (int i = 0; i < a->size; i++) {
        bool in_both = refmpi_group_find(b, a->world[i]) != MPI_UNDEFINED;
        if (algebra == ALGEBRA_UNION ||
            in_both == (algebra == ALGEBRA_INTERSECTION))
            group->world[size++] = a->world[i];
    }
    for (int i = 0; algebra == ALGEBRA_UNION && i < b->size; i++)
        if (refmpi_group_find(a, b->world[i]) == MPI_UNDEFINED)
            group->world[size++] = b->world[i];
    group->size = size;
    return refmpi_group_leave(a, b, give(group, newgroup));
}

int PMPI_Group_union(MPI_Group group1, MPI_Group group2, MPI_Group *newgroup)
{
    refmpi_enter("MPI_Group_union");
    return combine(group1, group2, newgroup, ALGEBRA_UNION);
}
REFMPI_ALIAS(Group_union)

int PMPI_Group_intersection(MPI_Group group1, MPI_Group group2,
                            MPI_Group *newgroup)
{
    refmpi_enter("MPI_Group_intersection");
    return combine(group1, group2, newgroup, ALGEBRA_INTERSECTION);
}
REFMPI_ALIAS(Group_intersection)

int PMPI_Group_difference(MPI_Group group1, MPI_Group group2,
                          MPI_Group *newgroup)
{
    refmpi_enter("MPI_Group_difference");
    return combine(group1, group2, newgroup, ALGEBRA_DIFFERENCE);
}
REFMPI_ALIAS(Group_difference)

/* ---------------------------------------------- inclusion and exclusion */

/* Checks that ranks are in the group and all different; marks them. */
static int mark(const struct group *group, int n, const int ranks[],
                bool *marks)
{
    memset(marks, 0, (size_t)group->size);
    for (int i = 0; i < n; i++) {
        if (ranks[i] < 0 || ranks[i] >= group->size || marks[ranks[i]])
            return MPI_ERR_RANK;
        marks[ranks[i]] = true;
    }
    return MPI_SUCCESS;
}

static int select_ranks(const struct group *old, int n, const int ranks[],
                        bool includes, MPI_Group *newgroup)
{
    bool *marks = malloc((size_t)old->size + 1);
    struct group *group = refmpi_group_new(old->size, old->session);
    int rc = marks && group ? mark(old, n, ranks, marks) : MPI_ERR_NO_MEM;
    if (rc != MPI_SUCCESS) {
        free(marks);
        if (group)
            refmpi_group_release(group);
        return rc;
    }
    int size = 0;
    for (int i = 0; includes && i < n; i++)
        group->world[size++] = old->world[ranks[i]];
    for (int i = 0; !includes && i < old->size; i++)
        if (!marks[i])
            group->world[size++] = old->world[i];
    free(marks);
    group->size = size;
    return give(group, newgroup);
}

static int include(MPI_Group handle, int n, const int ranks[], bool includes,
                   MPI_Group *newgroup)
{
    struct group *group = refmpi_group_from(handle);
    int rc = MPI_SUCCESS;
    if (!group)
        rc = MPI_ERR_GROUP;
    else if (n < 0 || (n > 0 && !ranks) || !newgroup)
        rc = MPI_ERR_ARG;
    else if (n > group->size)
        rc = MPI_ERR_RANK;
    else
        rc = select_ranks(group, n, ranks, includes, newgroup);
    return refmpi_group_leave(group, NULL, rc);
}

int PMPI_Group_incl(MPI_Group group, int n, const int ranks[],
                    MPI_Group *newgroup)
{
    refmpi_enter("MPI_Group_incl");
    return include(group, n, ranks, true, newgroup);
}
REFMPI_ALIAS(Group_incl)

int PMPI_Group_excl(MPI_Group group, int n, const int ranks[],
                    MPI_Group *newgroup)
{
    refmpi_enter("MPI_Group_excl");
    return include(group, n, ranks, false, newgroup);
}
REFMPI_ALIAS(Group_excl)

/* Writes out (first, last, stride) triplets; the number of ranks or -1. */
static int expand(int size, int n, int ranges[][3], int *ranks)
{
    int count = 0;
    for (int i = 0; i < n; i++) {
        int first = ranges[i][0], last = ranges[i][1], stride = ranges[i][2];
        if (stride == 0 || first < 0 || first >= size)
            return -1;
        for (int r = first; stride > 0 ? r <= last : r >= last; r += stride) {
            if (r < 0 || r >= size || count == size)
                return -1;
            ranks[count++] = r;
        }
    }
    return count;
}

static int include_ranges(MPI_Group handle, int n, int ranges[][3],
                          bool includes, MPI_Group *newgroup)
{
    struct group *group = refmpi_group_from(handle);
    if (!group || n < 0 || (n > 0 && !ranges) || !newgroup)
        return refmpi_group_leave(group, NULL,
                                  group ? MPI_ERR_ARG : MPI_ERR_GROUP);
    int *ranks = malloc(((size_t)group->size + 1) * sizeof *ranks);
    if (!ranks)
        return refmpi_group_leave(group, NULL, MPI_ERR_NO_MEM);
    int count = expand(group->size, n, ranges, ranks);
    int rc = count < 0 ? MPI_ERR_RANK
                       : select_ranks(group, count, ranks, includes, newgroup);
    free(ranks);
    return refmpi_group_leave(group, NULL, rc);
}

int PMPI_Group_range_incl(MPI_Group group, int n, int ranges[][3],
                          MPI_Group *newgroup)
{
    refmpi_enter("MPI_Group_range_incl");
    return include_ranges(group, n, ranges, true, newgroup);
}
REFMPI_ALIAS(Group_range_incl)

int PMPI_Group_range_excl(MPI_Group group, int n, int ranges[][3],
                          MPI_Group *newgroup)
{
    refmpi_enter("MPI_Group_range_excl");
    return include_ranges(group, n, ranges, false, newgroup);
}
REFMPI_ALIAS(Group_range_excl)
