/* Plans of the collectives that move data without computing. */
#include "coll_plan.h"
#include "coll_cast.h"

static bool is_given(const struct refmpi_numbers *numbers)
{
    return numbers->narrow != NULL || numbers->wide != NULL;
}

int refmpi_spread_block(const struct refmpi_spread *spread, int i,
                        struct refmpi_block_of *block)
{
    bool is_v = spread->kind == REFMPI_SPREAD_V;
    bool is_w = spread->kind == REFMPI_SPREAD_W;
    MPI_Count offset = 0;
    MPI_Datatype handle;
    int rc;

    if (((is_v || is_w) &&
         (!is_given(&spread->counts) || !is_given(&spread->displs))) ||
        (is_w && spread->types == NULL))
        return MPI_ERR_ARG;
    handle = is_w ? spread->types[i] : spread->type;
    block->count =
        spread->kind == REFMPI_SPREAD_ONE || spread->kind == REFMPI_SPREAD_EVEN
            ? spread->count
            : refmpi_number(&spread->counts, i);
    rc = refmpi_datatype_check(block->count, handle, &block->type);
    if (rc != MPI_SUCCESS)
        return rc;
    switch (spread->kind) {
    case REFMPI_SPREAD_ONE:
        break;
    case REFMPI_SPREAD_EVEN:
        offset = i * spread->count * block->type->extent;
        break;
    case REFMPI_SPREAD_V:
        offset = refmpi_number(&spread->displs, i) * block->type->extent;
        break;
    case REFMPI_SPREAD_W:
        offset = refmpi_number(&spread->displs, i);
        break;
    }
    block->buffer = refmpi_address(spread->base, offset);
    return MPI_SUCCESS;
}

struct comm *refmpi_local_group(struct comm *comm)
{
    return comm->remote == NULL ? comm : comm->local;
}

/*
 * What this process is in a rooted collective. In an intercommunicator the
 * root calls with MPI_ROOT, its own group with MPI_PROC_NULL, the other group
 * with the root's rank.
 */
enum role { ROLE_ROOT, ROLE_PEER, ROLE_IDLE };

static int find_role(const struct comm *comm, int root, enum role *role)
{
    *role = ROLE_IDLE;
    if (comm->remote != NULL && root == MPI_PROC_NULL)
        return MPI_SUCCESS;
    if (comm->remote != NULL && root == MPI_ROOT) {
        *role = ROLE_ROOT;
        return MPI_SUCCESS;
    }
    if (root < 0 || root >= refmpi_comm_peers(comm))
        return MPI_ERR_ROOT;
    *role = comm->remote == NULL && root == comm->rank ? ROLE_ROOT : ROLE_PEER;
    return MPI_SUCCESS;
}

int refmpi_plan_barrier(struct schedule *schedule)
{
    struct comm *comm = refmpi_schedule_comm(schedule);
    struct refmpi_datatype *byte = refmpi_datatype_get(MPI_BYTE);

    if (comm->remote != NULL)
        return refmpi_plan_allreduce(schedule, NULL, NULL, 0, MPI_INT, MPI_SUM);
    for (int distance = 1; distance < comm->size; distance *= 2) {
        int to = (comm->rank + distance) % comm->size;
        int from = (comm->rank - distance + comm->size) % comm->size;

        refmpi_schedule_recv(schedule, comm, NULL, 0, byte, from);
        refmpi_schedule_send(schedule, comm, NULL, 0, byte, to);
        refmpi_schedule_round(schedule);
    }
    return MPI_SUCCESS;
}

void refmpi_tree_bcast(struct schedule *schedule, struct comm *comm,
                       void *buffer, MPI_Count count,
                       struct refmpi_datatype *type, int root)
{
    int size = comm->size;
    int place = (comm->rank - root + size) % size;
    int mask = 1;

    while (mask < size && (place & mask) == 0)
        mask *= 2;
    if (place != 0) {
        refmpi_schedule_recv(schedule, comm, buffer, count, type,
                             (place - mask + root) % size);
        refmpi_schedule_round(schedule);
    }
    for (mask /= 2; mask > 0; mask /= 2) {
        if (place + mask < size)
            refmpi_schedule_send(schedule, comm, buffer, count, type,
                                 (place + mask + root) % size);
    }
}

int refmpi_plan_bcast(struct schedule *schedule, void *buffer, MPI_Count count,
                      MPI_Datatype datatype, int root)
{
    struct comm *comm = refmpi_schedule_comm(schedule);
    struct comm *local = refmpi_local_group(comm);
    struct refmpi_datatype *type;
    enum role role;
    int rc = find_role(comm, root, &role);

    if (rc != MPI_SUCCESS || role == ROLE_IDLE)
        return rc;
    rc = refmpi_datatype_check(count, datatype, &type);
    if (rc != MPI_SUCCESS)
        return rc;
    if (refmpi_datatype_lacks_buffer(buffer, count, type))
        return MPI_ERR_BUFFER;
    if (comm->remote == NULL) {
        refmpi_tree_bcast(schedule, comm, buffer, count, type, root);
        return MPI_SUCCESS;
    }
    if (local == NULL)
        return MPI_ERR_UNSUPPORTED_OPERATION;
    if (role == ROLE_ROOT) {
        refmpi_schedule_send(schedule, comm, buffer, count, type, 0);
        return MPI_SUCCESS;
    }
    if (comm->rank == 0) {
        refmpi_schedule_recv(schedule, comm, buffer, count, type, root);
        refmpi_schedule_round(schedule);
    }
    refmpi_tree_bcast(schedule, local, buffer, count, type, 0);
    return MPI_SUCCESS;
}

int refmpi_plan_ibcast(struct schedule *schedule, void *buffer, MPI_Count count,
                       MPI_Datatype datatype, int root)
{
    struct refmpi_datatype *type;

    if (refmpi_cast_is_used(refmpi_schedule_comm(schedule)) &&
        refmpi_datatype_check(count, datatype, &type) == MPI_SUCCESS)
        refmpi_schedule_cast(schedule, buffer, count, type, root);
    return refmpi_plan_bcast(schedule, buffer, count, datatype, root);
}

int refmpi_plan_gather(struct schedule *schedule,
                       const struct refmpi_spread *send,
                       const struct refmpi_spread *recv, int root)
{
    struct comm *comm = refmpi_schedule_comm(schedule);
    struct refmpi_block_of mine, block;
    enum role role;
    int rc = find_role(comm, root, &role);
    bool sends = role != ROLE_IDLE && send->base != MPI_IN_PLACE &&
                 (role == ROLE_PEER || comm->remote == NULL);

    if (rc != MPI_SUCCESS || role == ROLE_IDLE)
        return rc;
    if (sends) {
        rc = refmpi_spread_block(send, 0, &mine);
        if (rc != MPI_SUCCESS)
            return rc;
    }
    if (role == ROLE_PEER) {
        if (!sends)
            return MPI_ERR_BUFFER;
        refmpi_schedule_send(schedule, comm, mine.buffer, mine.count, mine.type,
                             root);
        return MPI_SUCCESS;
    }
    for (int i = 0; i < refmpi_comm_peers(comm); i++) {
        rc = refmpi_spread_block(recv, i, &block);
        if (rc != MPI_SUCCESS)
            return rc;
        if (comm->remote != NULL || i != comm->rank)
            refmpi_schedule_recv(schedule, comm, block.buffer, block.count,
                                 block.type, i);
        else if (sends)
            refmpi_schedule_copy(schedule, mine.buffer, mine.count, mine.type,
                                 block.buffer, block.count, block.type);
    }
    return MPI_SUCCESS;
}

int refmpi_plan_scatter(struct schedule *schedule,
                        const struct refmpi_spread *send,
                        const struct refmpi_spread *recv, int root)
{
    struct comm *comm = refmpi_schedule_comm(schedule);
    struct refmpi_block_of mine, block;
    enum role role;
    int rc = find_role(comm, root, &role);
    bool receives = role != ROLE_IDLE && recv->base != MPI_IN_PLACE &&
                    (role == ROLE_PEER || comm->remote == NULL);

    if (rc != MPI_SUCCESS || role == ROLE_IDLE)
        return rc;
    if (receives) {
        rc = refmpi_spread_block(recv, 0, &mine);
        if (rc != MPI_SUCCESS)
            return rc;
    }
    if (role == ROLE_PEER) {
        if (!receives)
            return MPI_ERR_BUFFER;
        refmpi_schedule_recv(schedule, comm, mine.buffer, mine.count, mine.type,
                             root);
        return MPI_SUCCESS;
    }
    for (int i = 0; i < refmpi_comm_peers(comm); i++) {
        rc = refmpi_spread_block(send, i, &block);
        if (rc != MPI_SUCCESS)
            return rc;
        if (comm->remote != NULL || i != comm->rank)
            refmpi_schedule_send(schedule, comm, block.buffer, block.count,
                                 block.type, i);
        else if (receives)
            refmpi_schedule_copy(schedule, block.buffer, block.count,
                                 block.type, mine.buffer, mine.count,
                                 mine.type);
    }
    return MPI_SUCCESS;
}

/*
 * Every pair of ranks at once: one round, so that ranks which share a core
 * are switched as seldom as can be. The own block is copied.
 */
static int exchange(struct schedule *schedule, const struct refmpi_spread *send,
                    const struct refmpi_spread *recv)
{
    struct comm *comm = refmpi_schedule_comm(schedule);
    int peers = refmpi_comm_peers(comm);
    struct refmpi_block_of out, in;
    int rc;

    for (int i = 0; i < peers; i++) {
        int peer = (comm->rank + i) % peers;
        bool is_self = comm->remote == NULL && peer == comm->rank;

        rc = refmpi_spread_block(recv, peer, &in);
        if (rc == MPI_SUCCESS)
            rc = refmpi_spread_block(send, peer, &out);
        if (rc != MPI_SUCCESS)
            return rc;
        if (!is_self)
            refmpi_schedule_recv(schedule, comm, in.buffer, in.count, in.type,
                                 peer);
        else if (out.buffer != in.buffer || out.type != in.type)
            refmpi_schedule_copy(schedule, out.buffer, out.count, out.type,
                                 in.buffer, in.count, in.type);
    }
    for (int i = 1; i <= peers; i++) {
        int peer = (comm->rank + peers - i % peers) % peers;

        if (comm->remote == NULL && peer == comm->rank)
            continue;
        rc = refmpi_spread_block(send, peer, &out);
        if (rc != MPI_SUCCESS)
            return rc;
        refmpi_schedule_send(schedule, comm, out.buffer, out.count, out.type,
                             peer);
    }
    return MPI_SUCCESS;
}

int refmpi_plan_allgather(struct schedule *schedule,
                          const struct refmpi_spread *send,
                          const struct refmpi_spread *recv)
{
    struct comm *comm = refmpi_schedule_comm(schedule);
    struct refmpi_spread in_place;
    struct refmpi_block_of own;
    int rc;

    if (send->base != MPI_IN_PLACE)
        return exchange(schedule, send, recv);
    if (comm->remote != NULL)
        return MPI_ERR_BUFFER;
    rc = refmpi_spread_block(recv, comm->rank, &own);
    if (rc != MPI_SUCCESS)
        return rc;
    in_place = (struct refmpi_spread){.kind = REFMPI_SPREAD_ONE,
                                      .base = own.buffer,
                                      .count = own.count,
                                      .type = recv->type};
    return exchange(schedule, &in_place, recv);
}

/* Sends copies of what the receive buffer holds. */
static int exchange_in_place(struct schedule *schedule,
                             const struct refmpi_spread *recv)
{
    struct comm *comm = refmpi_schedule_comm(schedule);

    for (int i = 0; i < comm->size; i++) {
        struct refmpi_block_of block;
        int rc = refmpi_spread_block(recv, i, &block);
        void *copy;

        if (rc != MPI_SUCCESS)
            return rc;
        if (i == comm->rank)
            continue;
        copy = refmpi_schedule_buffer(schedule, block.count, block.type);
        refmpi_schedule_copy(schedule, block.buffer, block.count, block.type,
                             copy, block.count, block.type);
        refmpi_schedule_send(schedule, comm, copy, block.count, block.type, i);
        refmpi_schedule_recv(schedule, comm, block.buffer, block.count,
                             block.type, i);
    }
    return MPI_SUCCESS;
}

int refmpi_plan_alltoall(struct schedule *schedule,
                         const struct refmpi_spread *send,
                         const struct refmpi_spread *recv)
{
    if (send->base != MPI_IN_PLACE)
        return exchange(schedule, send, recv);
    if (refmpi_schedule_comm(schedule)->remote != NULL)
        return MPI_ERR_BUFFER;
    return exchange_in_place(schedule, recv);
}
