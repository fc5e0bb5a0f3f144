/*
 * coll_cast.c - the members of a communicator share a row of slots, used in
 * turn for the pieces of what is broadcast. Pieces are numbered from 0 on,
 * alike at all members. A slot tells the number of the piece it holds; each
 * member tells how many it has taken, since a root may write to a slot again
 * once all have read it.
 *
 * Nobody is asked where the slots are: each communicator has a place of its
 * own in the job's memory, by its context.
 */
#include "coll_cast.h"
#include "coll_schedule.h"
#include "datatype.h"
#include "processor.h"
#include "segment.h"
#include <stdlib.h>
#include <string.h>

#define SLOTS       32
#define PIECE_BYTES 4096
#define SHORT_BYTES 48 /* in the head of a slot */
/* What is longer goes by messages: its piece only says so. */
#define CAST_BYTES (SLOTS / 2 * PIECE_BYTES)

struct slot {
    _Alignas(REFMPI_CACHE_LINE) _Atomic uint64_t number; /* of its piece + 1 */
    uint64_t bytes; /* of the whole that is broadcast */
    unsigned char data[SHORT_BYTES];
};

struct member {
    _Alignas(REFMPI_CACHE_LINE) _Atomic uint64_t taken;
};

struct shared {
    _Atomic uint64_t wanted;  /* a root waits until all have taken so many */
    _Atomic int32_t waiting;  /* 1 + its rank in the job; 0: none waits */
    _Atomic int32_t leavers;  /* members that need it no longer */
    struct slot slots[SLOTS]; /* what is short, or the head of a piece */
    unsigned char pieces[SLOTS][PIECE_BYTES];
    struct member members[SEGMENT_RANKS_MAX];
};

struct cast {
    struct shared *shared;
    uint64_t offset;
    uint64_t next; /* number of the next piece */
    uint64_t room; /* for pieces below this, as last seen */
    struct comm *comm;
};

/* What a call gives or takes. */
struct message {
    void *buffer;
    MPI_Count count;
    struct refmpi_datatype *type;
    size_t bytes;
};

static struct cast *cast_new(struct comm *comm)
{
    struct cast *cast = calloc(1, sizeof *cast);
    if (!cast)
        refmpi_fatal(NULL, "out of memory for a collective");
    cast->comm = comm;
    cast->room = SLOTS;
    cast->offset =
        refmpi_shared_reserved(comm->context / 2, sizeof *cast->shared);
    if (cast->offset == 0)
        return cast;
    cast->shared = refmpi_shared_map(cast->offset, sizeof *cast->shared);
    if (!cast->shared)
        refmpi_fatal(NULL, "out of memory for a collective");
    return cast;
}

void refmpi_cast_drop(struct comm *comm)
{
    struct cast *cast = comm->cast;
    if (!cast)
        return;
    if (cast->shared) {
        bool is_last =
            atomic_fetch_add(&cast->shared->leavers, 1) + 1 == comm->size;
        refmpi_shared_unmap(cast->shared, sizeof *cast->shared);
        if (is_last)
            refmpi_shared_free(cast->offset, sizeof *cast->shared);
    }
    free(cast);
    comm->cast = NULL;
}

static struct slot *slot_of(const struct cast *cast, uint64_t number)
{
    return &cast->shared->slots[number % SLOTS];
}

static uint64_t pieces_of(size_t bytes)
{
    return bytes <= SHORT_BYTES || bytes > CAST_BYTES
               ? 1
               : (bytes + PIECE_BYTES - 1) / PIECE_BYTES;
}

/* --------------------------------------------------------------- the root */

static bool has_room(void *argument)
{
    struct cast *cast = argument;
    struct shared *shared = cast->shared;
    uint64_t wanted =
        atomic_load_explicit(&shared->wanted, memory_order_relaxed);
    for (int rank = 0; rank < cast->comm->size; rank++)
        if (rank != cast->comm->rank &&
            atomic_load_explicit(&shared->members[rank].taken,
                                 memory_order_acquire) < wanted)
            return false;
    return true;
}

/* Until all have read what the next pieces take the slots of; those behind
 * them, too, if they have: it is not looked for each time. */
static void wait_for_room(struct cast *cast, uint64_t pieces)
{
    struct shared *shared = cast->shared;
    uint64_t end = cast->next + pieces;
    if (end <= cast->room)
        return;
    uint64_t least = cast->next;
    for (int rank = 0; rank < cast->comm->size; rank++) {
        uint64_t taken = atomic_load_explicit(&shared->members[rank].taken,
                                              memory_order_acquire);
        if (rank != cast->comm->rank && taken < least)
            least = taken;
    }
    cast->room = least + SLOTS;
    if (end <= cast->room)
        return;
    atomic_store(&shared->wanted, end - SLOTS);
    atomic_store(&shared->waiting, refmpi.rank + 1);
    refmpi_wait_on(cast->comm, has_room, cast);
    atomic_store(&shared->waiting, 0);
    cast->room = end;
}

static void write_piece(const struct cast *cast, const struct message *message,
                        size_t at, uint64_t number)
{
    struct slot *slot = slot_of(cast, number);
    slot->bytes = message->bytes;
    if (message->bytes > CAST_BYTES || message->bytes == 0)
        return;
    void *to = message->bytes <= SHORT_BYTES
                   ? slot->data
                   : cast->shared->pieces[number % SLOTS];
    size_t bytes = message->bytes - at;
    if (bytes > PIECE_BYTES)
        bytes = PIECE_BYTES;
    void *start;
    if (refmpi_datatype_run(message->type, message->count, message->buffer,
                            &start))
        memcpy(to, (char *)start + at, bytes);
    else
        refmpi_datatype_pack(message->type, message->count, message->buffer,
                             (MPI_Count)at, to, (MPI_Count)bytes);
}

static void publish(const struct cast *cast, uint64_t number)
{
    atomic_store_explicit(&slot_of(cast, number)->number, number + 1,
                          memory_order_release);
}

static void give(struct cast *cast, const struct message *message)
{
    uint64_t pieces = pieces_of(message->bytes);
    /* Where the others read meanwhile; else they would be woken to wait. */
    bool is_early = refmpi_has_processor_each();
    const struct group *group = cast->comm->group;
    wait_for_room(cast, pieces);
    for (uint64_t i = 0; i < pieces; i++) {
        write_piece(cast, message, (size_t)i * PIECE_BYTES, cast->next + i);
        if (!is_early)
            continue;
        publish(cast, cast->next + i);
        refmpi_wake_all(group->world, group->size);
    }
    for (uint64_t i = 0; !is_early && i < pieces; i++)
        publish(cast, cast->next + i);
    if (!is_early)
        refmpi_wake_all(group->world, group->size);
    cast->next += pieces;
    atomic_store_explicit(&cast->shared->members[cast->comm->rank].taken,
                          cast->next, memory_order_release);
}

/* ------------------------------------------------------------- the others */

static bool has_come(void *argument)
{
    const struct cast *cast = argument;
    return atomic_load_explicit(&slot_of(cast, cast->next)->number,
                                memory_order_acquire) == cast->next + 1;
}

static void read_piece(const struct cast *cast, const struct message *message,
                       size_t at, size_t sent)
{
    const struct slot *slot = slot_of(cast, cast->next);
    const void *from = sent <= SHORT_BYTES
                           ? slot->data
                           : cast->shared->pieces[cast->next % SLOTS];
    size_t end = sent < message->bytes ? sent : message->bytes;
    if (at >= end)
        return;
    size_t bytes = end - at < PIECE_BYTES ? end - at : PIECE_BYTES;
    void *start;
    if (refmpi_datatype_run(message->type, message->count, message->buffer,
                            &start))
        memcpy((char *)start + at, from, bytes);
    else
        refmpi_datatype_unpack(message->type, message->count, message->buffer,
                               (MPI_Count)at, from, (MPI_Count)bytes);
}

/* This member has taken all before the next; a root may wait for that. */
static void tell_taken(const struct cast *cast)
{
    struct shared *shared = cast->shared;
    _Atomic uint64_t *taken = &shared->members[cast->comm->rank].taken;
    uint64_t before = atomic_load_explicit(taken, memory_order_relaxed);
    atomic_store_explicit(taken, cast->next, memory_order_release);
    atomic_thread_fence(memory_order_seq_cst);
    int waiting = atomic_load_explicit(&shared->waiting, memory_order_acquire);
    if (waiting == 0)
        return;
    uint64_t wanted =
        atomic_load_explicit(&shared->wanted, memory_order_relaxed);
    if (before < wanted && wanted <= cast->next)
        refmpi_wake(waiting - 1);
}

/* How much was sent. */
static size_t take(struct cast *cast, const struct message *message)
{
    size_t sent = 0, pieces = 1;
    for (size_t i = 0; i < pieces; i++) {
        if (!has_come(cast))
            refmpi_wait_on(cast->comm, has_come, cast);
        if (i == 0) {
            sent = slot_of(cast, cast->next)->bytes;
            pieces = pieces_of(sent);
        }
        if (sent <= CAST_BYTES)
            read_piece(cast, message, i * PIECE_BYTES, sent);
        cast->next++;
    }
    tell_taken(cast);
    return sent;
}

/* ----------------------------------------------------------------- a call */

static bool is_valid(const struct comm *comm, const struct message *message,
                     int root)
{
    return root >= 0 && root < comm->size &&
           !refmpi_datatype_lacks_buffer(message->buffer, message->count,
                                         message->type);
}

bool refmpi_cast(struct comm *comm, void *buffer, MPI_Count count,
                 MPI_Datatype handle, int root, int *rc)
{
    struct message message = {.buffer = buffer, .count = count};
    if (comm->remote || comm->size == 1 ||
        refmpi_datatype_check(count, handle, &message.type) != MPI_SUCCESS ||
        !is_valid(comm, &message, root))
        return false;
    if (!comm->cast)
        comm->cast = cast_new(comm);
    struct cast *cast = comm->cast;
    if (!cast->shared)
        return false;
    message.bytes = (size_t)(count * message.type->size);
    *rc = refmpi_collective_gathers(comm);
    if (*rc != MPI_SUCCESS)
        return true;
    size_t sent = message.bytes;
    if (comm->rank == root)
        give(cast, &message);
    else
        sent = take(cast, &message);
    if (sent > CAST_BYTES)
        return false;
    comm->collectives++;
    *rc = sent == message.bytes ? MPI_SUCCESS : MPI_ERR_TRUNCATE;
    return true;
}
