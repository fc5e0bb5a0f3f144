/* comm_create.c - communicators by splitting, and of groups. */
#include "comm.h"
#include "errhandler.h"
#include "group.h"
#include <stdlib.h>

/* ------------------------------------------------------------------ split */

struct choice {
    int color;
    int key;
    int rank;
};

static int by_key(const void *left, const void *right)
{
    const struct choice *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->rank - b->rank;
}

/* The group of those who chose that color, in the order of their keys. */
static struct group *split_group(const struct comm *comm,
                                 const struct choice *all, int color)
{
    struct choice *mine = malloc((size_t)comm->size * sizeof *mine);
    if (!mine)
        return NULL;
    int size = 0;
    for (int rank = 0; rank < comm->size; rank++)
        if (all[rank].color == color)
            mine[size++] = all[rank];
    qsort(mine, (size_t)size, sizeof *mine, by_key);
    struct group *group = refmpi_group_new(size);
    for (int i = 0; group && i < size; i++)
        group->world[i] = comm->group->world[mine[i].rank];
    if (group)
        refmpi_group_settle(group);
    free(mine);
    return group;
}

int refmpi_comm_split(struct comm *comm, int color, int key,
                      struct comm **newcomm)
{
    struct choice own = {color, key, comm->rank};
    struct choice *all = malloc((size_t)comm->size * sizeof *all);
    if (!all)
        return MPI_ERR_NO_MEM;
    uint32_t base = 0;
    int rc = refmpi_agree_allgather(&own, all, sizeof own, comm);
    if (rc == MPI_SUCCESS)
        rc = refmpi_comm_contexts(comm, &base);
    struct comm *made = NULL;
    if (rc == MPI_SUCCESS && color != MPI_UNDEFINED) {
        struct group *group = split_group(comm, all, color);
        /* One pair for each rank: that of the group's first is its own. */
        int first = 0;
        while (all[first].color != color)
            first++;
        if (group)
            made = refmpi_comm_new(group, base + 2 * (uint32_t)first, comm);
        if (!made)
            rc = MPI_ERR_NO_MEM;
    }
    free(all);
    if (rc == MPI_SUCCESS)
        *newcomm = made;
    return rc;
}

static int split(struct comm *comm, int color, int key, MPI_Comm *newcomm)
{
    int rc = MPI_SUCCESS;
    if (!comm)
        rc = MPI_ERR_COMM;
    else if (!newcomm || (color < 0 && color != MPI_UNDEFINED))
        rc = MPI_ERR_ARG;
    else if (comm->remote)
        rc = MPI_ERR_UNSUPPORTED_OPERATION;
    struct comm *made;
    if (rc == MPI_SUCCESS)
        rc = refmpi_comm_split(comm, color, key, &made);
    if (rc == MPI_SUCCESS)
        *newcomm = refmpi_comm_handle(made);
    return refmpi_leave_comm(comm, rc);
}

int PMPI_Comm_split(MPI_Comm comm, int color, int key, MPI_Comm *newcomm)
{
    refmpi_enter("MPI_Comm_split");
    return split(refmpi_comm_from(comm), color, key, newcomm);
}
REFMPI_ALIAS(Comm_split)

int PMPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info,
                         MPI_Comm *newcomm)
{
    refmpi_enter("MPI_Comm_split_type");
    struct comm *c = refmpi_comm_from(comm);
    int color = MPI_UNDEFINED;
    if (c && info != MPI_INFO_NULL && !refmpi_info_from(info))
        return refmpi_leave_comm(c, MPI_ERR_INFO);
    switch (split_type) {
    case MPI_COMM_TYPE_SHARED:
        color = 0; /* all ranks share one node's memory */
        break;
    case MPI_COMM_TYPE_HW_GUIDED:
    case MPI_COMM_TYPE_HW_UNGUIDED:
    case MPI_COMM_TYPE_RESOURCE_GUIDED:
    case MPI_UNDEFINED:
        break; /* no smaller resource is known here: MPI_COMM_NULL */
    default:
        return refmpi_leave_comm(c, c ? MPI_ERR_ARG : MPI_ERR_COMM);
    }
    return split(c, color, key, newcomm);
}
REFMPI_ALIAS(Comm_split_type)

/* ------------------------------------------------------ from groups */

/* A group of the user's that lies within the communicator. */
static int check_group(const struct comm *comm, MPI_Group handle,
                       struct group **group)
{
    *group = refmpi_group_from(handle);
    if (!*group)
        return MPI_ERR_GROUP;
    for (int i = 0; i < (*group)->size; i++)
        if (refmpi_group_find(comm->group, (*group)->world[i]) == MPI_UNDEFINED)
            return MPI_ERR_GROUP;
    return MPI_SUCCESS;
}

/* The new communicator of a member; others get MPI_COMM_NULL. */
static int give_member(struct comm *comm, struct group *group, uint32_t context,
                       MPI_Comm *newcomm)
{
    if (group->rank == MPI_UNDEFINED) {
        *newcomm = MPI_COMM_NULL;
        return MPI_SUCCESS;
    }
    refmpi_group_retain(group);
    struct comm *made = refmpi_comm_new(group, context, comm);
    if (!made)
        return MPI_ERR_NO_MEM;
    *newcomm = refmpi_comm_handle(made);
    return MPI_SUCCESS;
}

int PMPI_Comm_create(MPI_Comm comm, MPI_Group group, MPI_Comm *newcomm)
{
    refmpi_enter("MPI_Comm_create");
    struct comm *c = refmpi_comm_from(comm);
    struct group *g = NULL;
    int rc = MPI_SUCCESS;
    if (!c)
        rc = MPI_ERR_COMM;
    else if (!newcomm)
        rc = MPI_ERR_ARG;
    else if (c->remote)
        rc = MPI_ERR_UNSUPPORTED_OPERATION;
    else
        rc = check_group(c, group, &g);
    uint32_t base = 0;
    if (rc == MPI_SUCCESS)
        rc = refmpi_comm_contexts(c, &base);
    if (rc == MPI_SUCCESS) {
        int first = g->size > 0 ? refmpi_group_find(c->group, g->world[0]) : 0;
        rc = give_member(c, g, base + 2 * (uint32_t)first, newcomm);
    }
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Comm_create)

/* The first of the group takes a context and tells the others. */
static int agree_in_group(struct comm *comm, const struct group *group, int tag,
                          uint32_t *context)
{
    int leader = refmpi_group_find(comm->group, group->world[0]);
    if (group->rank != 0)
        return refmpi_recv_bytes(context, sizeof *context, leader, tag, comm);
    *context = refmpi_comm_take_contexts(1);
    int rc = MPI_SUCCESS;
    for (int i = 1; i < group->size && rc == MPI_SUCCESS; i++)
        rc = refmpi_send_bytes(context, sizeof *context,
                               refmpi_group_find(comm->group, group->world[i]),
                               tag, comm);
    return rc;
}

int PMPI_Comm_create_group(MPI_Comm comm, MPI_Group group, int tag,
                           MPI_Comm *newcomm)
{
    refmpi_enter("MPI_Comm_create_group");
    struct comm *c = refmpi_comm_from(comm);
    struct group *g = NULL;
    int rc = MPI_SUCCESS;
    if (!c)
        rc = MPI_ERR_COMM;
    else if (tag < 0)
        rc = MPI_ERR_TAG;
    else if (!newcomm)
        rc = MPI_ERR_ARG;
    else if (c->remote)
        rc = MPI_ERR_COMM;
    else
        rc = check_group(c, group, &g);
    uint32_t context = 0;
    if (rc == MPI_SUCCESS && g->rank != MPI_UNDEFINED)
        rc = agree_in_group(c, g, REFMPI_TAG_GROUP + tag % REFMPI_TAG_SPAN,
                            &context);
    if (rc == MPI_SUCCESS)
        rc = give_member(c, g, context, newcomm);
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Comm_create_group)

/* The string tells apart what is made at the same time. */
static int tag_of(const char *text)
{
    uint32_t hash = 2166136261u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return REFMPI_TAG_GROUP + (int)(hash % (uint32_t)REFMPI_TAG_SPAN);
}

int PMPI_Comm_create_from_group(MPI_Group group, const char *stringtag,
                                MPI_Info info, MPI_Errhandler errhandler,
                                MPI_Comm *newcomm)
{
    refmpi_enter("MPI_Comm_create_from_group");
    (void)info;
    struct group *g = refmpi_group_from(group);
    if (!g || !stringtag || !newcomm)
        return refmpi_leave_comm(NULL, g ? MPI_ERR_ARG : MPI_ERR_GROUP);
    if (g->size > 0 && g->rank == MPI_UNDEFINED)
        return refmpi_leave_comm(NULL, MPI_ERR_GROUP);
    uint32_t context = 0;
    int rc = MPI_SUCCESS;
    if (g->size > 0)
        rc = agree_in_group(refmpi.world, g, tag_of(stringtag), &context);
    MPI_Comm made = MPI_COMM_NULL;
    if (rc == MPI_SUCCESS)
        rc = give_member(refmpi.self, g, context, &made);
    if (rc == MPI_SUCCESS && made != MPI_COMM_NULL)
        rc = refmpi_errhandler_of_comm(refmpi_comm_from(made), errhandler);
    if (rc == MPI_SUCCESS)
        *newcomm = made;
    return refmpi_leave_comm(NULL, rc);
}
REFMPI_ALIAS(Comm_create_from_group)
