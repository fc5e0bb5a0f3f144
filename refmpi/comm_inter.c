/* comm_inter.c - intercommunicators out of two groups, and back into one. */
#include "comm.h"
#include "group.h"
#include <string.h>

/* A context all members of the union of both groups know; the members of the
 * local group talk in comm, its leader to the other one in bridge. */
static int agree_between(struct comm *comm, int leader, struct comm *bridge,
                         int remote_leader, int tag, bool is_first,
                         uint32_t *context)
{
    int rc = MPI_SUCCESS;
    if (comm->rank == leader && is_first) {
        *context = refmpi_comm_take_contexts(1);
        rc = refmpi_send_bytes(context, sizeof *context, remote_leader, tag,
                               bridge);
    } else if (comm->rank == leader) {
        rc = refmpi_recv_bytes(context, sizeof *context, remote_leader, tag,
                               bridge);
    }
    return rc == MPI_SUCCESS
               ? refmpi_agree_bcast(context, sizeof *context, leader, comm)
               : rc;
}

/* The leader gets the other side's group, which must have none of its own. */
static int swap_of_leaders(const struct group *local, struct comm *bridge,
                           int remote_leader, int tag, struct group **remote)
{
    int size = local->size, remote_size = 0;
    if (refmpi_group_find(local, refmpi_comm_peer(bridge, remote_leader)) !=
        MPI_UNDEFINED)
        return MPI_ERR_RANK;
    int rc = refmpi_send_bytes(&size, sizeof size, remote_leader, tag, bridge);
    if (rc == MPI_SUCCESS)
        rc = refmpi_recv_bytes(&remote_size, sizeof size, remote_leader, tag,
                               bridge);
    if (rc != MPI_SUCCESS)
        return rc;
    *remote = refmpi_group_new(remote_size, NULL);
    if (!*remote)
        return MPI_ERR_NO_MEM;
    rc = refmpi_send_bytes(local->world, (size_t)size * sizeof(int),
                           remote_leader, tag, bridge);
    if (rc == MPI_SUCCESS)
        rc = refmpi_recv_bytes((*remote)->world,
                               (size_t)remote_size * sizeof(int), remote_leader,
                               tag, bridge);
    if (rc == MPI_SUCCESS) {
        refmpi_group_settle(*remote);
        rc = refmpi_group_disjoint(local, *remote) ? rc : MPI_ERR_GROUP;
    }
    return rc;
}

/* The leaders swap their groups and each tells its own side, or that it has
 * failed. */
static int swap_groups(struct comm *comm, int leader, struct comm *bridge,
                       int remote_leader, int tag, struct group **remote)
{
    struct group *group = NULL;
    struct {
        int rc, size;
    } told = {MPI_SUCCESS, 0};
    if (comm->rank == leader)
        told.rc =
            swap_of_leaders(comm->group, bridge, remote_leader, tag, &group);
    told.size = group ? group->size : 0;
    int rc = refmpi_agree_bcast(&told, sizeof told, leader, comm);
    if (rc == MPI_SUCCESS)
        rc = told.rc;
    if (rc == MPI_SUCCESS && !group)
        group = refmpi_group_new(told.size, NULL);
    if (rc == MPI_SUCCESS)
        rc = group ? refmpi_agree_bcast(group->world,
                                        (size_t)told.size * sizeof(int), leader,
                                        comm)
                   : MPI_ERR_NO_MEM;
    if (rc == MPI_SUCCESS) {
        refmpi_group_settle(group);
        *remote = group;
    } else if (group) {
        refmpi_group_release(group);
    }
    return rc;
}

struct comm *refmpi_comm_inter(struct comm *local, struct group *remote,
                               uint32_t context, const struct comm *parent)
{
    refmpi_group_retain(local->group);
    struct comm *made = refmpi_comm_new(local->group, context, parent);
    if (!made) {
        refmpi_group_release(remote);
        refmpi_comm_release(local);
        return NULL;
    }
    made->remote = remote;
    made->local = local;
    return made;
}

int refmpi_comm_connect(struct comm *comm, int leader, struct comm *bridge,
                        int remote_leader, int tag, struct comm **newcomm)
{
    int inner = REFMPI_TAG_GROUP + tag % REFMPI_TAG_SPAN;
    struct group *remote;
    struct comm *local;
    int rc = swap_groups(comm, leader, bridge, remote_leader, inner, &remote);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = refmpi_comm_twin(comm, &local);
    if (rc != MPI_SUCCESS) {
        refmpi_group_release(remote);
        return rc;
    }
    uint32_t context = REFMPI_CONTEXT_NONE;
    bool is_first = comm->group->world[0] < remote->world[0];
    rc = agree_between(comm, leader, bridge, remote_leader, inner, is_first,
                       &context);
    struct comm *made = refmpi_comm_inter(local, remote, context, comm);
    if (!made)
        return MPI_ERR_NO_MEM;
    if (rc == MPI_SUCCESS)
        *newcomm = made;
    else
        refmpi_comm_release(made);
    return rc;
}

int PMPI_Intercomm_create(MPI_Comm local_comm, int local_leader,
                          MPI_Comm peer_comm, int remote_leader, int tag,
                          MPI_Comm *newintercomm)
{
    refmpi_enter("MPI_Intercomm_create");
    struct comm *comm = refmpi_comm_from(local_comm);
    struct comm *bridge = refmpi_comm_from(peer_comm);
    struct comm *made = NULL;
    int rc = MPI_SUCCESS;
    if (!comm || comm->remote)
        rc = MPI_ERR_COMM;
    else if (local_leader < 0 || local_leader >= comm->size)
        rc = MPI_ERR_RANK;
    else if (tag < 0)
        rc = MPI_ERR_TAG;
    else if (!newintercomm)
        rc = MPI_ERR_ARG;
    else if (comm->rank == local_leader && !bridge)
        rc = MPI_ERR_COMM;
    else if (comm->rank == local_leader &&
             (remote_leader < 0 || remote_leader >= refmpi_comm_peers(bridge)))
        rc = MPI_ERR_RANK;
    else
        rc = refmpi_comm_connect(comm, local_leader, bridge, remote_leader, tag,
                                 &made);
    if (rc == MPI_SUCCESS)
        *newintercomm = refmpi_comm_handle(made);
    return refmpi_leave_comm(comm, rc);
}
REFMPI_ALIAS(Intercomm_create)

/* Which of the two groups comes first: the one that said low, else the one
 * whose first rank is lower in the job. */
static int agree_order(struct comm *comm, int high, bool *is_first)
{
    int other = 0;
    int rc = refmpi_agree_swap(&high, sizeof high, &other, sizeof other, comm);
    *is_first = !high != !other ? !high : refmpi_comm_is_first(comm);
    return rc;
}

int PMPI_Intercomm_merge(MPI_Comm intercomm, int high, MPI_Comm *newintracomm)
{
    refmpi_enter("MPI_Intercomm_merge");
    struct comm *comm = refmpi_comm_from(intercomm);
    if (!comm || !comm->remote || !newintracomm)
        return refmpi_leave_comm(comm, comm && comm->remote ? MPI_ERR_ARG
                                                            : MPI_ERR_COMM);
    bool is_first = false;
    uint32_t context = 0;
    int rc = agree_order(comm, high, &is_first);
    if (rc == MPI_SUCCESS)
        rc = refmpi_comm_contexts(comm, 1, &context);
    if (rc != MPI_SUCCESS)
        return refmpi_leave_comm(comm, rc);
    const struct group *a = is_first ? comm->group : comm->remote;
    const struct group *b = is_first ? comm->remote : comm->group;
    struct group *group = refmpi_group_new(a->size + b->size, NULL);
    struct comm *made = NULL;
    if (group) {
        memcpy(group->world, a->world, (size_t)a->size * sizeof(int));
        memcpy(group->world + a->size, b->world, (size_t)b->size * sizeof(int));
        refmpi_group_settle(group);
        made = refmpi_comm_new(group, context, comm);
    }
    if (made)
        *newintracomm = refmpi_comm_handle(made);
    return refmpi_leave_comm(comm, made ? MPI_SUCCESS : MPI_ERR_NO_MEM);
}
REFMPI_ALIAS(Intercomm_merge)
