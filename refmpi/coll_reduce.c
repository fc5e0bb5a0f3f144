/* Plans of the collectives that compute. */
#include "coll_plan.h"

#include <stdlib.h>

/* What every reduction has. */
struct reduction {
    struct schedule *schedule;
    struct comm *comm; /* the intracommunicator it happens in */
    MPI_Count count;
    struct refmpi_datatype *type;
    struct operation *operation;
};

static int start_reduction(struct reduction *reduction,
                           struct schedule *schedule, MPI_Count count,
                           MPI_Datatype datatype, MPI_Op op)
{
    int rc = refmpi_datatype_check(count, datatype, &reduction->type);

    if (rc != MPI_SUCCESS)
        return rc;
    reduction->operation = refmpi_operation_from(op);
    if (reduction->operation == NULL)
        return MPI_ERR_OP;
    reduction->schedule = schedule;
    reduction->comm = refmpi_local_group(refmpi_schedule_comm(schedule));
    reduction->count = count;
    if (reduction->comm == NULL)
        return MPI_ERR_UNSUPPORTED_OPERATION;
    return refmpi_operation_check(reduction->operation, reduction->type);
}

static void *new_buffer(const struct reduction *r)
{
    return refmpi_schedule_buffer(r->schedule, r->count, r->type);
}

static void send_to(const struct reduction *r, const void *buffer, int dest)
{
    refmpi_schedule_send(r->schedule, r->comm, buffer, r->count, r->type, dest);
}

static void recv_from(const struct reduction *r, void *buffer, int source)
{
    refmpi_schedule_recv(r->schedule, r->comm, buffer, r->count, r->type,
                         source);
}

static void combine(const struct reduction *r, const void *left, void *right)
{
    refmpi_schedule_reduce(r->schedule, r->operation, left, right, r->count,
                           r->type);
}

static void copy(const struct reduction *r, const void *from, void *to)
{
    if (from != to)
        refmpi_schedule_copy(r->schedule, from, r->count, r->type, to, r->count,
                             r->type);
}

/*
 * Up a binomial tree. Each process takes in the partial results of the ranks
 * behind it in ascending order, so operands keep their rank order when the
 * tree's root is rank 0, which it is for operations that do not commute; the
 * result then travels to the root. `output` is used at the root only.
 */
static void tree_reduce(const struct reduction *r, const void *input,
                        void *output, int root)
{
    int size = r->comm->size;
    int top = r->operation->commutative ? root : 0;
    int place = (r->comm->rank - top + size) % size;
    bool is_root = r->comm->rank == root;
    const void *partial = input;
    void *spare[2] = {NULL, NULL};
    int mask, taken = 0;

    for (mask = 1; mask < size && (place & mask) == 0; mask *= 2) {
        if (place + mask >= size)
            continue;
        if (spare[taken % 2] == NULL)
            spare[taken % 2] = new_buffer(r);
        recv_from(r, spare[taken % 2], (place + mask + top) % size);
        refmpi_schedule_round(r->schedule);
        combine(r, partial, spare[taken % 2]);
        partial = spare[taken++ % 2];
    }
    if (place != 0)
        send_to(r, partial, (place - mask + top) % size);
    else if (!is_root)
        send_to(r, partial, root);
    if (is_root && place == 0)
        copy(r, partial, output);
    else if (is_root) {
        /* The own contribution may lie in output, and is on its way. */
        refmpi_schedule_round(r->schedule);
        recv_from(r, output, top);
    }
    refmpi_schedule_round(r->schedule);
}

static int inter_reduce(const struct reduction *r, const void *sendbuf,
                        void *recvbuf, int root)
{
    struct comm *comm = refmpi_schedule_comm(r->schedule);
    void *result;

    if (root == MPI_PROC_NULL)
        return MPI_SUCCESS;
    if (root == MPI_ROOT) {
        refmpi_schedule_recv(r->schedule, comm, recvbuf, r->count, r->type, 0);
        return MPI_SUCCESS;
    }
    if (root < 0 || root >= comm->remote->size)
        return MPI_ERR_ROOT;
    result = comm->rank == 0 ? new_buffer(r) : NULL;
    tree_reduce(r, sendbuf, result, 0);
    if (comm->rank == 0)
        refmpi_schedule_send(r->schedule, comm, result, r->count, r->type,
                             root);
    return MPI_SUCCESS;
}

int refmpi_plan_reduce(struct schedule *schedule, const void *sendbuf,
                       void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                       MPI_Op op, int root)
{
    struct comm *comm = refmpi_schedule_comm(schedule);
    struct reduction r;
    int rc;

    if (comm->remote == NULL && (root < 0 || root >= comm->size))
        return MPI_ERR_ROOT;
    rc = start_reduction(&r, schedule, count, datatype, op);
    if (rc != MPI_SUCCESS)
        return rc;
    if (comm->remote != NULL)
        return inter_reduce(&r, sendbuf, recvbuf, root);
    if (sendbuf == MPI_IN_PLACE) {
        if (comm->rank != root)
            return MPI_ERR_BUFFER;
        sendbuf = recvbuf;
    }
    tree_reduce(&r, sendbuf, recvbuf, root);
    return MPI_SUCCESS;
}

/*
 * Exchanges partial results with a partner: `*current` and `*other` are the
 * two buffers. The lower rank's data is the left operand on both sides, so
 * all ranks get the same bits.
 */
static void double_up(const struct reduction *r, void **current, void **other,
                      int partner)
{
    recv_from(r, *other, partner);
    send_to(r, *current, partner);
    refmpi_schedule_round(r->schedule);
    if (partner < r->comm->rank) {
        combine(r, *other, *current);
    } else {
        void *swap = *current;

        combine(r, *current, *other);
        *current = *other;
        *other = swap;
    }
}

/*
 * Recursive doubling. If the number of ranks is no power of two, the first
 * 2 * extra ranks pair up before and after; only the odd ones take part.
 */
static void intra_allreduce(const struct reduction *r, void *recvbuf)
{
    int size = r->comm->size, rank = r->comm->rank;
    void *current = recvbuf, *other;
    int power = 1, extra, place;

    if (size == 1)
        return;
    while (power * 2 <= size)
        power *= 2;
    extra = size - power;
    if (rank < 2 * extra && rank % 2 == 0) {
        send_to(r, current, rank + 1);
        refmpi_schedule_round(r->schedule);
        recv_from(r, recvbuf, rank + 1);
        return;
    }
    other = new_buffer(r);
    if (rank < 2 * extra) {
        recv_from(r, other, rank - 1);
        refmpi_schedule_round(r->schedule);
        combine(r, other, current);
    }
    place = rank < 2 * extra ? rank / 2 : rank - extra;
    for (int mask = 1; mask < power; mask *= 2) {
        int partner = place ^ mask;

        double_up(r, &current, &other,
                  partner < extra ? 2 * partner + 1 : partner + extra);
    }
    if (rank < 2 * extra)
        send_to(r, current, rank - 1);
    copy(r, current, recvbuf);
}

/* Each group reduces to its rank 0; these swap, and tell their groups. */
static void inter_allreduce(const struct reduction *r, const void *sendbuf,
                            void *recvbuf)
{
    struct comm *comm = refmpi_schedule_comm(r->schedule);
    void *result = comm->rank == 0 ? new_buffer(r) : NULL;

    tree_reduce(r, sendbuf, result, 0);
    if (comm->rank == 0) {
        refmpi_schedule_recv(r->schedule, comm, recvbuf, r->count, r->type, 0);
        refmpi_schedule_send(r->schedule, comm, result, r->count, r->type, 0);
        refmpi_schedule_round(r->schedule);
    }
    refmpi_tree_bcast(r->schedule, r->comm, recvbuf, r->count, r->type, 0);
}

int refmpi_plan_allreduce(struct schedule *schedule, const void *sendbuf,
                          void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                          MPI_Op op)
{
    struct comm *comm = refmpi_schedule_comm(schedule);
    struct reduction r;
    int rc = start_reduction(&r, schedule, count, datatype, op);

    if (rc != MPI_SUCCESS)
        return rc;
    if (comm->remote != NULL) {
        if (sendbuf == MPI_IN_PLACE)
            return MPI_ERR_BUFFER;
        inter_allreduce(&r, sendbuf, recvbuf);
        return MPI_SUCCESS;
    }
    if (sendbuf != MPI_IN_PLACE)
        copy(&r, sendbuf, recvbuf);
    intra_allreduce(&r, recvbuf);
    return MPI_SUCCESS;
}

/*
 * Hands out pieces of rank 0's `whole`: piece i has counts(i) elements. The
 * numbers are those of the group that gets them.
 */
static int deal(const struct reduction *r, void *whole, void *recvbuf,
                const struct refmpi_numbers *counts, MPI_Count even)
{
    struct comm *comm = r->comm;
    MPI_Count offset = 0;

    for (int i = 0; i < comm->size; i++) {
        MPI_Count count = even >= 0 ? even : refmpi_number(counts, i);
        void *piece = refmpi_address(whole, offset * r->type->extent);

        if (comm->rank == 0 && i == 0)
            refmpi_schedule_copy(r->schedule, piece, count, r->type, recvbuf,
                                 count, r->type);
        else if (comm->rank == 0)
            refmpi_schedule_send(r->schedule, comm, piece, count, r->type, i);
        else if (i == comm->rank)
            refmpi_schedule_recv(r->schedule, comm, recvbuf, count, r->type, 0);
        offset += count;
    }
    return MPI_SUCCESS;
}

/* counts(i) elements for rank i, or `even` for each if that is >= 0. */
static int reduce_scatter(struct schedule *schedule, const void *sendbuf,
                          void *recvbuf, const struct refmpi_numbers *counts,
                          MPI_Count even, MPI_Datatype datatype, MPI_Op op)
{
    struct comm *comm = refmpi_schedule_comm(schedule);
    struct reduction r;
    MPI_Count total = 0;
    void *whole;
    int rc;

    for (int i = 0; i < comm->size; i++) {
        MPI_Count count = even >= 0 ? even : refmpi_number(counts, i);

        if (count < 0)
            return MPI_ERR_COUNT;
        total += count;
    }
    rc = start_reduction(&r, schedule, total, datatype, op);
    if (rc != MPI_SUCCESS)
        return rc;
    if (sendbuf == MPI_IN_PLACE && comm->remote != NULL)
        return MPI_ERR_BUFFER;
    whole = comm->rank == 0 ? new_buffer(&r) : NULL;
    tree_reduce(&r, sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, whole, 0);
    if (comm->remote != NULL && comm->rank == 0) {
        void *theirs = new_buffer(&r);

        refmpi_schedule_recv(schedule, comm, theirs, total, r.type, 0);
        refmpi_schedule_send(schedule, comm, whole, total, r.type, 0);
        refmpi_schedule_round(schedule);
        whole = theirs;
    }
    return deal(&r, whole, recvbuf, counts, even);
}

int refmpi_plan_reduce_scatter(struct schedule *schedule, const void *sendbuf,
                               void *recvbuf,
                               const struct refmpi_numbers *recvcounts,
                               MPI_Datatype datatype, MPI_Op op)
{
    if (recvcounts->narrow == NULL && recvcounts->wide == NULL)
        return MPI_ERR_ARG;
    return reduce_scatter(schedule, sendbuf, recvbuf, recvcounts, -1, datatype,
                          op);
}

int refmpi_plan_reduce_scatter_block(struct schedule *schedule,
                                     const void *sendbuf, void *recvbuf,
                                     MPI_Count recvcount, MPI_Datatype datatype,
                                     MPI_Op op)
{
    if (recvcount < 0)
        return MPI_ERR_COUNT;
    return reduce_scatter(schedule, sendbuf, recvbuf, NULL, recvcount, datatype,
                          op);
}

/*
 * The prefix over ranks [first, size): each rank hands what it has to the
 * rank `distance` above, for distances 1, 2, 4 ... A rank waits for lower
 * ranks only.
 */
static void prefix(const struct reduction *r, void *result, int first)
{
    int size = r->comm->size, rank = r->comm->rank;
    void *below = NULL;

    for (int distance = 1; distance < size - first; distance *= 2) {
        if (rank + distance < size)
            send_to(r, result, rank + distance);
        if (rank - distance >= first) {
            if (below == NULL)
                below = new_buffer(r);
            recv_from(r, below, rank - distance);
        }
        refmpi_schedule_round(r->schedule);
        if (rank - distance >= first)
            combine(r, below, result);
    }
}

int refmpi_plan_scan(struct schedule *schedule, const void *sendbuf,
                     void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                     MPI_Op op)
{
    struct reduction r;
    int rc;

    if (refmpi_schedule_comm(schedule)->remote != NULL)
        return MPI_ERR_COMM;
    rc = start_reduction(&r, schedule, count, datatype, op);
    if (rc != MPI_SUCCESS)
        return rc;
    if (sendbuf != MPI_IN_PLACE)
        copy(&r, sendbuf, recvbuf);
    prefix(&r, recvbuf, 0);
    return MPI_SUCCESS;
}

/* A scan of what the rank below contributes; rank 0 gets nothing. */
int refmpi_plan_exscan(struct schedule *schedule, const void *sendbuf,
                       void *recvbuf, MPI_Count count, MPI_Datatype datatype,
                       MPI_Op op)
{
    struct comm *comm = refmpi_schedule_comm(schedule);
    struct reduction r;
    int rc;

    if (comm->remote != NULL)
        return MPI_ERR_COMM;
    rc = start_reduction(&r, schedule, count, datatype, op);
    if (rc != MPI_SUCCESS)
        return rc;
    if (sendbuf == MPI_IN_PLACE) {
        void *own = new_buffer(&r);

        copy(&r, recvbuf, own);
        sendbuf = own;
    } else if (refmpi_datatype_lacks_buffer(sendbuf, count, r.type)) {
        return MPI_ERR_BUFFER;
    }
    if (comm->rank + 1 < comm->size)
        send_to(&r, sendbuf, comm->rank + 1);
    if (comm->rank > 0) {
        recv_from(&r, recvbuf, comm->rank - 1);
        refmpi_schedule_round(schedule);
        prefix(&r, recvbuf, 1);
    }
    return MPI_SUCCESS;
}
