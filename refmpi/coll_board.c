/*
 * coll_board.c - a member writes what it gives before it counts itself, and
 * reads what the others gave once all are counted. It may write again to the
 * other of two places, and to the first after that: then all have come once
 * more, and so have read.
 */
#include "coll_board.h"
#include "op.h"
#include "segment.h"
#include <stdlib.h>
#include <string.h>

#define PLACE_BYTES 1024 /* longer ones go by messages */

struct place {
    _Alignas(REFMPI_CACHE_LINE) size_t bytes;
    unsigned char data[PLACE_BYTES];
};

struct shared {
    _Atomic uint64_t arrivals; /* only grows */
    _Alignas(REFMPI_CACHE_LINE) _Atomic int32_t users;
    struct place places[]; /* two of each member */
};

struct board {
    struct shared *shared; /* NULL: there was no memory for it */
    uint64_t offset;
    size_t size;
    int members;
    uint64_t number; /* of collectives so far */
};

/* The first member makes it and tells the others where it is. */
static struct board *board_new(struct comm *comm)
{
    struct board *board = calloc(1, sizeof *board);
    uint64_t offset = 0;
    if (!board)
        refmpi_fatal(NULL, "out of memory for a collective");
    board->members = comm->size;
    board->size = sizeof *board->shared +
                  2 * (size_t)comm->size * sizeof *board->shared->places;
    if (comm->rank == 0)
        (void)refmpi_shared_alloc(board->size, &offset);
    if (refmpi_agree_bcast(&offset, sizeof offset, 0, comm) != MPI_SUCCESS ||
        offset == 0)
        return board;
    board->offset = offset;
    board->shared = refmpi_shared_map(offset, board->size);
    if (!board->shared)
        refmpi_fatal(NULL, "out of memory for a collective");
    return board;
}

/* NULL where it is done by messages. */
static struct board *board_of(struct comm *comm)
{
    if (comm->remote || comm->size == 1)
        return NULL;
    if (!comm->board)
        comm->board = board_new(comm);
    return comm->board->shared ? comm->board : NULL;
}

void refmpi_board_drop(struct comm *comm)
{
    struct board *board = comm->board;
    if (!board)
        return;
    if (board->shared) {
        bool is_last =
            atomic_fetch_add(&board->shared->users, 1) + 1 == board->members;
        refmpi_shared_unmap(board->shared, board->size);
        if (is_last)
            refmpi_shared_free(board->offset, board->size);
    }
    free(board);
    comm->board = NULL;
}

static bool have_all_come(void *argument)
{
    struct board *board = argument;
    return atomic_load_explicit(&board->shared->arrivals,
                                memory_order_acquire) >=
           board->number * (uint64_t)board->members;
}

/* Counts this member and waits for all. */
static void arrive(struct comm *comm, struct board *board)
{
    board->number++;
    if (atomic_fetch_add(&board->shared->arrivals, 1) + 1 !=
        board->number * (uint64_t)board->members) {
        refmpi_wait_on(comm, have_all_come, board);
        return;
    }
    for (int rank = 0; rank < comm->size; rank++)
        if (rank != comm->rank)
            refmpi_wake(comm->group->world[rank]);
}

/* The places of the next collective, that of member 0 first. */
static struct place *next_places(const struct board *board)
{
    return board->shared->places +
           (board->number + 1) % 2 * (uint64_t)board->members;
}

bool refmpi_board_barrier(struct comm *comm, int *rc)
{
    struct board *board = board_of(comm);
    if (!board)
        return false;
    next_places(board)[comm->rank].bytes = 0; /* whoever calls another */
    arrive(comm, board);
    *rc = MPI_SUCCESS;
    return true;
}

/* The operands in the order of the ranks, at each member alike. */
static int reduce(const struct board *board, const struct place *places,
                  const struct operation *operation, void *recvbuf,
                  MPI_Count count, struct refmpi_datatype *type)
{
    size_t bytes = (size_t)(count * type->size);
    int last = board->members - 1;
    for (int rank = 0; rank <= last; rank++)
        if (places[rank].bytes != bytes)
            return MPI_ERR_TRUNCATE;
    memcpy(recvbuf, places[last].data, bytes);
    for (int rank = last - 1; rank >= 0; rank--)
        refmpi_operation_apply(operation, places[rank].data, recvbuf, count,
                               type);
    return MPI_SUCCESS;
}

bool refmpi_board_allreduce(struct comm *comm, const void *sendbuf,
                            void *recvbuf, MPI_Count count, MPI_Datatype handle,
                            MPI_Op op, int *rc)
{
    struct refmpi_datatype *type;
    struct operation *operation = refmpi_operation_from(op);
    if (refmpi_datatype_check(count, handle, &type) != MPI_SUCCESS ||
        !operation || !operation->predefined || !type->predefined ||
        refmpi_operation_check(operation, type) != MPI_SUCCESS ||
        type->size != type->extent || count == 0 || !sendbuf || !recvbuf ||
        count > PLACE_BYTES / type->size)
        return false;
    struct board *board = board_of(comm);
    if (!board)
        return false;
    struct place *places = next_places(board), *own = &places[comm->rank];
    own->bytes = (size_t)(count * type->size);
    memcpy(own->data, sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf, own->bytes);
    arrive(comm, board);
    *rc = reduce(board, places, operation, recvbuf, count, type);
    return true;
}
