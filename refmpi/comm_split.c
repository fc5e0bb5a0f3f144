/* comm_split.c - communicators by splitting one. */
#include "comm.h"
#include "group.h"
#include <stdlib.h>
#include <string.h>

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

/* The first of the group who chose that color; its size: nobody did. */
static int first_of(const struct group *from, const struct choice *all,
                    int color)
{
    int first = 0;
    while (first < from->size && all[first].color != color)
        first++;
    return first;
}

/* The group of those who chose that color, in the order of their keys. */
static struct group *split_group(const struct group *from,
                                 const struct choice *all, int color)
{
    struct choice *mine = malloc((size_t)from->size * sizeof *mine);
    if (!mine)
        return NULL;
    int size = 0;
    for (int rank = 0; rank < from->size; rank++)
        if (all[rank].color == color)
            mine[size++] = all[rank];
    qsort(mine, (size_t)size, sizeof *mine, by_key);
    struct group *group = refmpi_group_new(size, from->session);
    for (int i = 0; group && i < size; i++)
        group->world[i] = from->world[mine[i].rank];
    if (group)
        refmpi_group_settle(group);
    free(mine);
    return group;
}

static int split_intra(struct comm *comm, int color, int key,
                       struct comm **newcomm)
{
    struct choice own = {color, key, comm->rank};
    struct choice *all = malloc((size_t)comm->size * sizeof *all);
    if (!all)
        return MPI_ERR_NO_MEM;
    uint32_t base = 0;
    int rc = refmpi_agree_allgather(&own, all, sizeof own, comm);
    if (rc == MPI_SUCCESS)
        rc = refmpi_comm_contexts(comm, comm->size, &base);
    struct comm *made = NULL;
    if (rc == MPI_SUCCESS && color != MPI_UNDEFINED) {
        struct group *group = split_group(comm->group, all, color);
        /* One pair for each rank: that of the group's first is its own. */
        int first = first_of(comm->group, all, color);
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

/* The two sides of a color: none where the other side has nobody. */
static int join_sides(struct comm *comm, const struct choice *own,
                      const struct choice *all, const struct choice *theirs,
                      uint32_t base, struct comm **newcomm)
{
    const struct group *remote = comm->remote;
    bool is_met = own->color != MPI_UNDEFINED &&
                  first_of(remote, theirs, own->color) < remote->size;
    struct comm *local = NULL;
    int rc = split_intra(comm->local, is_met ? own->color : MPI_UNDEFINED,
                         own->key, &local);
    if (rc != MPI_SUCCESS)
        return rc;
    *newcomm = NULL;
    if (!local)
        return MPI_SUCCESS;
    int first = refmpi_comm_is_first(comm)
                    ? first_of(comm->group, all, own->color)
                    : first_of(remote, theirs, own->color);
    struct group *group = split_group(remote, theirs, own->color);
    if (!group) {
        refmpi_comm_release(local);
        return MPI_ERR_NO_MEM;
    }
    *newcomm =
        refmpi_comm_inter(local, group, base + 2 * (uint32_t)first, comm);
    return *newcomm ? MPI_SUCCESS : MPI_ERR_NO_MEM;
}

/* Those of a color on both sides make an intercommunicator (MPI-4.1, 7.4.2). */
static int split_inter(struct comm *comm, int color, int key,
                       struct comm **newcomm)
{
    struct choice own = {color, key, comm->rank};
    size_t bytes = (size_t)comm->size * sizeof own;
    size_t their_bytes = (size_t)comm->remote->size * sizeof own;
    struct choice *all = malloc(bytes), *theirs = malloc(their_bytes);
    uint32_t base = 0;
    int rc = all && theirs ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    if (rc == MPI_SUCCESS)
        rc = refmpi_agree_allgather(&own, all, sizeof own, comm->local);
    if (rc == MPI_SUCCESS)
        rc = refmpi_agree_swap(all, bytes, theirs, their_bytes, comm);
    if (rc == MPI_SUCCESS)
        rc = refmpi_comm_contexts(comm, comm->size, &base);
    if (rc == MPI_SUCCESS)
        rc = join_sides(comm, &own, all, theirs, base, newcomm);
    free(all);
    free(theirs);
    return rc;
}

int refmpi_comm_split(struct comm *comm, int color, int key,
                      struct comm **newcomm)
{
    return comm->remote ? split_inter(comm, color, key, newcomm)
                        : split_intra(comm, color, key, newcomm);
}

static int split(struct comm *comm, int color, int key, MPI_Comm *newcomm)
{
    int rc = MPI_SUCCESS;
    if (!comm)
        rc = MPI_ERR_COMM;
    else if (!newcomm || (color < 0 && color != MPI_UNDEFINED))
        rc = MPI_ERR_ARG;
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

/* The same as MPI_COMM_TYPE_SHARED (MPI-4.1, 7.4.2); other values are not known
 * here. */
static bool asks_for_shared_memory(MPI_Info handle)
{
    const char *kind =
        refmpi_info_value(refmpi_info_from(handle), "mpi_hw_resource_type");

    return kind && strcmp(kind, "mpi_shared_memory") == 0;
}

int PMPI_Comm_split_type(MPI_Comm comm, int split_type, int key, MPI_Info info,
                         MPI_Comm *newcomm)
{
    refmpi_enter("MPI_Comm_split_type");
    struct comm *c = refmpi_comm_from(comm);
    int color = MPI_UNDEFINED;
    if (c && refmpi_info_check(info) != MPI_SUCCESS)
        return refmpi_leave_comm(c, MPI_ERR_INFO);
    switch (split_type) {
    case MPI_COMM_TYPE_SHARED:
        color = 0; /* all ranks share one node's memory */
        break;
    case MPI_COMM_TYPE_HW_GUIDED:
    case MPI_COMM_TYPE_RESOURCE_GUIDED:
        color = asks_for_shared_memory(info) ? 0 : MPI_UNDEFINED;
        break;
    case MPI_COMM_TYPE_HW_UNGUIDED:
    case MPI_UNDEFINED:
        break; /* no smaller resource is known here: MPI_COMM_NULL */
    default:
        return refmpi_leave_comm(c, c ? MPI_ERR_ARG : MPI_ERR_COMM);
    }
    return split(c, color, key, newcomm);
}
REFMPI_ALIAS(Comm_split_type)
