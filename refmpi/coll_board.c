/*
 * coll_board.c - a member writes what it gives before it counts itself, and
 * reads what the others gave once all are counted. It may write again to the
 * other of two places, and to the first after that: then all have come once
 * more, and so have read.
 *
 * What is too long for a place goes in pieces by an area of its own: each
 * member writes its operand, all arrive, each reduces a slice of it, all
 * arrive, each reads the result. Nobody writes operands before all have
 * reduced, nor a result before all have read the one before it and arrived
 * again.
 */
#include "coll_board.h"
#include "op.h"
#include "segment.h"
#include <stdlib.h>
#include <string.h>

#define PLACE_BYTES 1024
#define PIECE_BYTES (64 * 1024)

struct place {
    _Alignas(REFMPI_CACHE_LINE) size_t bytes;
    unsigned char data[PLACE_BYTES];
};

struct shared {
    _Atomic uint64_t arrivals; /* only grows */
    _Alignas(REFMPI_CACHE_LINE) _Atomic int32_t users;
    struct place places[]; /* two of each member */
};

/* Shared by the members. */
struct area {
    uint64_t offset;
    size_t size;
    void *base; /* NULL: there was no memory for it */
};

struct board {
    struct area area;      /* struct shared */
    struct area long_area; /* an operand of each member and the result */
    bool has_long_area;    /* it was tried to get it */
    bool cannot_read;      /* a member may not, in the memory of another */
    int members;
    uint64_t number; /* of arrivals so far */
};

static struct shared *shared_of(const struct board *board)
{
    return board->area.base;
}

/* The first member makes it and tells the others where it is. */
static void area_new(struct comm *comm, size_t size, struct area *area)
{
    uint64_t offset = 0;
    if (comm->rank == 0)
        (void)refmpi_shared_alloc(size, &offset);
    if (refmpi_agree_bcast(&offset, sizeof offset, 0, comm) != MPI_SUCCESS ||
        offset == 0)
        return;
    *area = (struct area){offset, size, refmpi_shared_map(offset, size)};
    if (!area->base)
        refmpi_fatal(NULL, "out of memory for a collective");
}

static void area_drop(struct area *area, bool is_last)
{
    if (!area->base)
        return;
    refmpi_shared_unmap(area->base, area->size);
    if (is_last)
        refmpi_shared_free(area->offset, area->size);
}

static struct board *board_new(struct comm *comm)
{
    struct board *board = calloc(1, sizeof *board);
    if (!board)
        refmpi_fatal(NULL, "out of memory for a collective");
    board->members = comm->size;
    area_new(comm,
             sizeof(struct shared) +
                 2 * (size_t)comm->size * sizeof(struct place),
             &board->area);
    return board;
}

/* NULL where it is done by messages. */
static struct board *board_of(struct comm *comm)
{
    if (comm->remote || comm->size == 1)
        return NULL;
    if (!comm->board)
        comm->board = board_new(comm);
    return comm->board->area.base ? comm->board : NULL;
}

void refmpi_board_drop(struct comm *comm)
{
    struct board *board = comm->board;
    if (!board)
        return;
    bool is_last =
        board->area.base &&
        atomic_fetch_add(&shared_of(board)->users, 1) + 1 == board->members;
    area_drop(&board->long_area, is_last);
    area_drop(&board->area, is_last);
    free(board);
    comm->board = NULL;
}

static bool have_all_come(void *argument)
{
    struct board *board = argument;
    return atomic_load_explicit(&shared_of(board)->arrivals,
                                memory_order_acquire) >=
           board->number * (uint64_t)board->members;
}

/* Counts this member and waits for all. */
static void arrive(struct comm *comm, struct board *board)
{
    board->number++;
    if (atomic_fetch_add(&shared_of(board)->arrivals, 1) + 1 !=
        board->number * (uint64_t)board->members) {
        refmpi_wait_on(comm, have_all_come, board);
        return;
    }
    refmpi_wake_all(comm->group->world, comm->size);
}

/* The places of the next collective, that of member 0 first. */
static struct place *next_places(const struct board *board)
{
    return shared_of(board)->places +
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

/* True if all members called an operation of that many bytes. */
static bool is_one_length(const struct board *board, const struct place *places,
                          size_t bytes)
{
    for (int rank = 0; rank < board->members; rank++)
        if (places[rank].bytes != bytes)
            return false;
    return true;
}

/* Where operands lie: one behind the other, but for the own, if it is given. */
struct operands {
    const unsigned char *first;
    size_t distance;
    const unsigned char *own;
    int rank; /* whose */
};

static const void *operand_of(const struct operands *operands, size_t rank)
{
    return operands->own && rank == (size_t)operands->rank
               ? operands->own
               : operands->first + rank * operands->distance;
}

/* Combines operands in the order of the ranks; so it is the same bits at
 * whichever member. */
static void reduce(const struct board *board, const struct operands *operands,
                   const struct operation *operation, void *result,
                   MPI_Count count, struct refmpi_datatype *type)
{
    size_t last = (size_t)board->members - 1;
    memcpy(result, operand_of(operands, last), (size_t)(count * type->size));
    for (size_t rank = last; rank-- > 0;)
        refmpi_operation_apply(operation, operand_of(operands, rank), result,
                               count, type);
}

/* What a member combines of a piece: whole cache lines, nearly. In bytes. */
struct slice {
    size_t begin, end;
};

static struct slice own_slice(const struct comm *comm, size_t bytes,
                              const struct refmpi_datatype *type)
{
    size_t unit = (size_t)type->size, members = (size_t)comm->size;
    size_t line = (REFMPI_CACHE_LINE + unit - 1) / unit * unit;
    size_t lines = (bytes + line - 1) / line;
    size_t each = (lines + members - 1) / members * line;
    size_t begin = each * (size_t)comm->rank;
    if (begin > bytes)
        begin = bytes;
    return (struct slice){begin, begin + each < bytes ? begin + each : bytes};
}

/* Where the others find what they combine of a piece. */
static void offer(const struct comm *comm, const struct board *board,
                  const unsigned char *operand, size_t bytes,
                  const struct slice *own)
{
    unsigned char *place = (unsigned char *)board->long_area.base +
                           (size_t)comm->rank * PIECE_BYTES;
    memcpy(place, operand, own->begin);
    memcpy(place + own->end, operand + own->end, bytes - own->end);
}

/* Once all have offered theirs. */
static void reduce_piece(struct comm *comm, struct board *board,
                         const struct operation *operation,
                         const unsigned char *operand, unsigned char *result,
                         size_t bytes, const struct slice *own,
                         struct refmpi_datatype *type)
{
    unsigned char *area = board->long_area.base;
    unsigned char *results = area + (size_t)board->members * PIECE_BYTES;
    struct operands operands = {area + own->begin, PIECE_BYTES,
                                operand + own->begin, comm->rank};
    if (own->begin < own->end)
        reduce(board, &operands, operation, results + own->begin,
               (MPI_Count)(own->end - own->begin) / type->size, type);
    arrive(comm, board);
    memcpy(result, results, bytes);
}

static bool has_long_area(struct comm *comm, struct board *board)
{
    if (!board->has_long_area)
        area_new(comm, ((size_t)comm->size + 1) * PIECE_BYTES,
                 &board->long_area);
    board->has_long_area = true;
    return board->long_area.base;
}

static int reduce_long(struct comm *comm, struct board *board,
                       const struct operation *operation,
                       const unsigned char *operand, unsigned char *result,
                       MPI_Count count, struct refmpi_datatype *type)
{
    struct place *places = next_places(board);
    size_t most = PIECE_BYTES / (size_t)type->size * (size_t)type->size;
    size_t bytes = (size_t)(count * type->size);
    places[comm->rank].bytes = bytes;
    for (size_t done = 0; done < bytes; done += most) {
        size_t piece = bytes - done < most ? bytes - done : most;
        struct slice own = own_slice(comm, piece, type);
        offer(comm, board, operand + done, piece, &own);
        arrive(comm, board);
        if (done == 0 && !is_one_length(board, places, bytes))
            return MPI_ERR_TRUNCATE;
        reduce_piece(comm, board, operation, operand + done, result + done,
                     piece, &own, type);
    }
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
        recvbuf == MPI_IN_PLACE)
        return false;
    struct board *board = board_of(comm);
    if (!board)
        return false;
    const void *operand = sendbuf == MPI_IN_PLACE ? recvbuf : sendbuf;
    if (count > PLACE_BYTES / type->size) {
        if (!has_long_area(comm, board))
            return false;
        *rc =
            reduce_long(comm, board, operation, operand, recvbuf, count, type);
        return true;
    }
    struct place *places = next_places(board), *own = &places[comm->rank];
    own->bytes = (size_t)(count * type->size);
    memcpy(own->data, operand, own->bytes);
    arrive(comm, board);
    *rc = MPI_ERR_TRUNCATE;
    if (is_one_length(board, places, own->bytes)) {
        reduce(board, &(struct operands){places->data, sizeof *places, NULL, 0},
               operation, recvbuf, count, type);
        *rc = MPI_SUCCESS;
    }
    return true;
}

/* --- all to all: packed blocks, one for each member */

struct exchange {
    struct comm *comm;
    struct board *board;
    struct place *places;
    const char *from; /* what the own place tells of */
    char *to;
    size_t block, bytes; /* bytes: of all blocks */
};

/* The packed data; *copy: to be freed, NULL if they lie so in the buffer. */
static char *packed(const void *buffer, MPI_Count count,
                    struct refmpi_datatype *type, bool copies, char **copy)
{
    void *start;
    *copy = NULL;
    if (refmpi_datatype_run(type, count, buffer, &start) && !copies)
        return start;
    *copy = malloc((size_t)(count * type->size));
    if (!*copy)
        refmpi_fatal(NULL, "out of memory for a collective");
    return *copy;
}

static void take_blocks(const struct exchange *x)
{
    for (int rank = 0; rank < x->comm->size; rank++)
        memcpy(x->to + (size_t)rank * x->block,
               x->places[rank].data + (size_t)x->comm->rank * x->block,
               x->block);
}

/* True if all could read what is for them. */
static bool read_blocks(const struct exchange *x)
{
    size_t has_failed = 0;
    for (int i = 0; i < x->comm->size && !has_failed; i++) {
        int rank = (x->comm->rank + i) % x->comm->size;
        const char *there;
        memcpy(&there, x->places[rank].data, sizeof there);
        has_failed = refmpi_peer_read(x->comm->group->world[rank],
                                      x->to + (size_t)rank * x->block,
                                      there + (size_t)x->comm->rank * x->block,
                                      x->block) != MPI_SUCCESS;
    }
    struct place *verdicts = next_places(x->board);
    verdicts[x->comm->rank].bytes = has_failed;
    arrive(x->comm, x->board);
    for (int rank = 0; rank < x->comm->size; rank++)
        has_failed |= verdicts[rank].bytes;
    x->board->cannot_read = has_failed;
    return !has_failed;
}

/* False if it has to be done by messages. */
static bool exchange(const struct exchange *x, int *rc)
{
    bool is_short = x->bytes <= PLACE_BYTES;
    struct place *own = &x->places[x->comm->rank];
    own->bytes = x->bytes;
    if (is_short)
        memcpy(own->data, x->from, x->bytes);
    else
        memcpy(own->data, &x->from, sizeof x->from);
    arrive(x->comm, x->board);
    *rc = MPI_SUCCESS;
    if (!is_one_length(x->board, x->places, x->bytes))
        *rc = MPI_ERR_TRUNCATE;
    else if (is_short)
        take_blocks(x);
    else
        return read_blocks(x);
    return true;
}

bool refmpi_board_alltoall(struct comm *comm, const void *sendbuf,
                           MPI_Count sendcount, MPI_Datatype sendtype,
                           void *recvbuf, MPI_Count recvcount,
                           MPI_Datatype recvtype, int *rc)
{
    bool in_place = sendbuf == MPI_IN_PLACE;
    struct refmpi_datatype *send, *recv;
    if (in_place)
        sendbuf = recvbuf, sendcount = recvcount, sendtype = recvtype;
    if (refmpi_datatype_check(sendcount, sendtype, &send) != MPI_SUCCESS ||
        refmpi_datatype_check(recvcount, recvtype, &recv) != MPI_SUCCESS ||
        refmpi_datatype_lacks_buffer(sendbuf, sendcount, send) ||
        refmpi_datatype_lacks_buffer(recvbuf, recvcount, recv))
        return false;
    MPI_Count bytes = sendcount * send->size;
    struct board *board = board_of(comm);
    if (!board || bytes == 0 ||
        (bytes * comm->size > PLACE_BYTES && board->cannot_read))
        return false;
    char *sent, *received;
    bool is_cut = bytes != recvcount * recv->size;
    sendcount *= comm->size;
    recvcount *= comm->size;
    struct exchange x = {.comm = comm,
                         .board = board,
                         .places = next_places(board),
                         .from =
                             packed(sendbuf, sendcount, send, in_place, &sent),
                         .to = packed(recvbuf, is_cut ? sendcount : recvcount,
                                      is_cut ? send : recv, is_cut, &received),
                         .block = (size_t)bytes,
                         .bytes = (size_t)(bytes * comm->size)};
    if (sent)
        refmpi_datatype_pack(send, sendcount, sendbuf, 0, sent,
                             bytes * comm->size);
    bool is_done = exchange(&x, rc);
    if (is_done && is_cut)
        *rc = MPI_ERR_TRUNCATE;
    if (is_done && received && *rc == MPI_SUCCESS)
        refmpi_datatype_unpack(recv, recvcount, recvbuf, 0, received,
                               bytes * comm->size);
    if (!is_done && in_place)
        refmpi_datatype_unpack(send, sendcount, recvbuf, 0, sent,
                               bytes * comm->size);
    free(sent);
    free(received);
    return is_done;
}
