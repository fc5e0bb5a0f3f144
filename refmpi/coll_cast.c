/*
 * coll_cast.c - the members of a communicator number its broadcasts from 0 on,
 * alike at all of them, and share a row of slots, used in turn: the root writes
 * to the slot of the number, the others find it there, in whichever order they
 * come to it. What does not fit into the slot lies in pieces that are the
 * root's own. Each member tells below which number it has taken all, since a
 * slot, or a piece, is written to again once all have read it.
 *
 * Nobody is asked where the slots are: each communicator has a place of its
 * own in the job's memory, by its context.
 */
#include "coll_cast.h"
#include "coll_schedule.h"
#include "processor.h"
#include "segment.h"
#include <stdlib.h>
#include <string.h>

#define SLOTS       32
#define SHORT_BYTES 48 /* in the slot */
#define PIECES      32 /* of each member */
#define PIECE_BYTES 4096
/* What is longer goes by messages: its slot only says so. */
#define CAST_BYTES (PIECES / 2 * PIECE_BYTES)
/* What is short is not told of each time. */
#define TELL_EACH 8

struct slot {
    /* Which broadcast it holds, and whose: see stamp_of. */
    _Alignas(REFMPI_CACHE_LINE) _Atomic uint64_t stamp;
    uint64_t bytes; /* of the whole that is broadcast */
    union {
        unsigned char data[SHORT_BYTES];
        struct {
            uint64_t first;         /* of its pieces */
            _Atomic uint64_t ready; /* so many bytes are there */
        } pieces;
    } u;
};

struct member {
    _Alignas(REFMPI_CACHE_LINE) _Atomic uint64_t taken;
};

struct shared {
    struct slot slots[SLOTS];
    _Alignas(REFMPI_CACHE_LINE) _Atomic int32_t lacks_room; /* a root does */
    _Atomic int32_t leavers; /* members that need it no longer */
    struct member members[]; /* and behind them the pieces, of each in turn */
};

struct cast {
    struct shared *shared;
    unsigned char *pieces;
    uint64_t offset;
    size_t size;
    struct comm *comm;
    uint64_t next;          /* number of the next broadcast */
    uint64_t taken;         /* all below it, */
    uint64_t taken_more;    /* and those (bits) from there on */
    uint64_t told;          /* taken, as the others know it */
    uint64_t pieces_taken;  /* above all that had pieces and that are taken */
    uint64_t all_taken;     /* by all members, as last seen */
    uint64_t next_piece;    /* of the own ones, if there were no end of them */
    uint64_t next_turn;     /* of the own broadcasts that have pieces, */
    uint64_t turn;          /* whose they are now */
    uint64_t users[PIECES]; /* 1 + number of what was last written there */
};

static size_t head_bytes(int members)
{
    size_t bytes =
        sizeof(struct shared) + (size_t)members * sizeof(struct member);
    return (bytes + SEGMENT_PAGE - 1) / SEGMENT_PAGE * SEGMENT_PAGE;
}

static size_t shared_bytes(int members)
{
    return head_bytes(members) + (size_t)members * PIECES * PIECE_BYTES;
}

static struct cast *cast_new(struct comm *comm)
{
    struct cast *cast = calloc(1, sizeof *cast);
    if (!cast)
        refmpi_fatal(NULL, "out of memory for a collective");
    cast->comm = comm;
    cast->offset =
        refmpi_shared_reserved(comm->context / 2, shared_bytes(refmpi.size));
    if (cast->offset == 0)
        return cast;
    cast->size = shared_bytes(comm->size);
    cast->shared = refmpi_shared_map(cast->offset, cast->size);
    if (!cast->shared)
        refmpi_fatal(NULL, "out of memory for a collective");
    cast->pieces = (unsigned char *)cast->shared + head_bytes(comm->size);
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
        refmpi_shared_unmap(cast->shared, cast->size);
        if (is_last)
            refmpi_shared_free(cast->offset, cast->size);
    }
    free(cast);
    comm->cast = NULL;
}

bool refmpi_cast_is_used(struct comm *comm)
{
    if (comm->remote || comm->size == 1)
        return false;
    if (!comm->cast)
        comm->cast = cast_new(comm);
    return comm->cast->shared;
}

static struct slot *slot_of(const struct refmpi_cast *call)
{
    return &call->state->shared->slots[call->number % SLOTS];
}

/* Never 0, which is what an unused slot has. Members that do not agree on the
 * root do not meet. */
static uint64_t stamp_of(const struct refmpi_cast *call)
{
    return (call->number + 1) * SEGMENT_RANKS_MAX + (uint64_t)call->root;
}

static bool has_pieces(size_t bytes)
{
    return bytes > SHORT_BYTES && bytes <= CAST_BYTES;
}

static unsigned char *piece(const struct cast *cast, int root, uint64_t number)
{
    return cast->pieces +
           ((size_t)root * PIECES + number % PIECES) * PIECE_BYTES;
}

static void wake_others(const struct cast *cast)
{
    refmpi_wake_all(cast->comm->group->world, cast->comm->size);
}

/* Whether a root may wait to hear of it: each TELL_EACH numbers it needs a
 * slot, and after any that had pieces, these. */
static bool is_to_tell(const struct cast *cast)
{
    return cast->taken / TELL_EACH != cast->told / TELL_EACH ||
           (cast->taken > cast->told && cast->told < cast->pieces_taken);
}

/* This member has done with it. */
static void note_taken(struct cast *cast, uint64_t number, bool had_pieces)
{
    struct shared *shared = cast->shared;
    cast->taken_more |= UINT64_C(1) << (number - cast->taken);
    for (; cast->taken_more & 1; cast->taken_more >>= 1)
        cast->taken++;
    if (had_pieces && number >= cast->pieces_taken)
        cast->pieces_taken = number + 1;
    if (!is_to_tell(cast))
        return;
    cast->told = cast->taken;
    atomic_store_explicit(&shared->members[cast->comm->rank].taken, cast->taken,
                          memory_order_release);
    atomic_thread_fence(memory_order_seq_cst);
    if (!atomic_load_explicit(&shared->lacks_room, memory_order_relaxed))
        return;
    atomic_store(&shared->lacks_room, 0);
    wake_others(cast);
}

/* --------------------------------------------------------------- the root */

static uint64_t pieces_of(const struct refmpi_cast *call)
{
    return has_pieces(call->bytes)
               ? (call->bytes + PIECE_BYTES - 1) / PIECE_BYTES
               : 0;
}

/* True if all have read what was where it will be. Pieces are given in turn: if
 * a later broadcast had those that an earlier one waits for, that would be for
 * ever, since the others tell of the later one when they have the earlier. */
static bool is_room_known(const struct refmpi_cast *call)
{
    const struct cast *cast = call->state;
    if (call->number >= cast->all_taken + SLOTS ||
        (has_pieces(call->bytes) && call->turn != cast->turn))
        return false;
    for (uint64_t i = 0; i < pieces_of(call); i++)
        if (cast->users[(cast->next_piece + i) % PIECES] > cast->all_taken)
            return false;
    return true;
}

static void look_what_is_taken(struct cast *cast)
{
    uint64_t least = UINT64_MAX;
    for (int rank = 0; rank < cast->comm->size; rank++) {
        uint64_t taken = atomic_load_explicit(
            &cast->shared->members[rank].taken, memory_order_acquire);
        if (taken < least)
            least = taken;
    }
    cast->all_taken = least;
}

/* If not, we are woken when there is. */
static bool has_room(const struct refmpi_cast *call)
{
    struct cast *cast = call->state;
    if (is_room_known(call))
        return true;
    look_what_is_taken(cast);
    if (is_room_known(call))
        return true;
    if (!atomic_load_explicit(&cast->shared->lacks_room, memory_order_relaxed))
        atomic_store(&cast->shared->lacks_room, 1);
    atomic_thread_fence(memory_order_seq_cst);
    look_what_is_taken(cast);
    return is_room_known(call);
}

static void read_buffer(const struct refmpi_cast *call, size_t at, void *to,
                        size_t bytes)
{
    void *start;
    if (refmpi_datatype_run(call->type, call->count, call->buffer, &start))
        memcpy(to, (char *)start + at, bytes);
    else
        refmpi_datatype_pack(call->type, call->count, call->buffer,
                             (MPI_Count)at, to, (MPI_Count)bytes);
}

static void publish(const struct refmpi_cast *call)
{
    atomic_store_explicit(&slot_of(call)->stamp, stamp_of(call),
                          memory_order_release);
}

static void give_pieces(const struct refmpi_cast *call)
{
    struct cast *cast = call->state;
    struct slot *slot = slot_of(call);
    /* Where the others read meanwhile; else they would be woken to wait. */
    bool is_early = refmpi_has_processor_each();
    slot->u.pieces.first = cast->next_piece;
    cast->turn++;
    atomic_store_explicit(&slot->u.pieces.ready, 0, memory_order_relaxed);
    if (is_early)
        publish(call);
    for (size_t at = 0; at < call->bytes; at += PIECE_BYTES) {
        size_t left = call->bytes - at;
        size_t bytes = left < PIECE_BYTES ? left : PIECE_BYTES;
        cast->users[cast->next_piece % PIECES] = call->number + 1;
        read_buffer(call, at, piece(cast, call->root, cast->next_piece++),
                    bytes);
        atomic_store_explicit(&slot->u.pieces.ready, at + bytes,
                              memory_order_release);
    }
}

static bool give(struct refmpi_cast *call)
{
    struct slot *slot = slot_of(call);
    if (!has_room(call))
        return false;
    slot->bytes = call->sent = call->bytes;
    call->by_messages = call->bytes > CAST_BYTES;
    if (has_pieces(call->bytes))
        give_pieces(call);
    else if (call->bytes > 0 && !call->by_messages)
        read_buffer(call, 0, slot->u.data, call->bytes);
    publish(call);
    wake_others(call->state);
    return true;
}

/* ------------------------------------------------------------- the others */

static void write_buffer(const struct refmpi_cast *call, size_t at,
                         const void *from, size_t bytes)
{
    void *start;
    if (refmpi_datatype_run(call->type, call->count, call->buffer, &start))
        memcpy((char *)start + at, from, bytes);
    else
        refmpi_datatype_unpack(call->type, call->count, call->buffer,
                               (MPI_Count)at, from, (MPI_Count)bytes);
}

/* Reads what is there; true if that was all of it. */
static bool take_pieces(struct refmpi_cast *call)
{
    struct slot *slot = slot_of(call);
    size_t ready =
        atomic_load_explicit(&slot->u.pieces.ready, memory_order_acquire);
    size_t end = ready < call->bytes ? ready : call->bytes;
    while (call->moved < end) {
        size_t left = end - call->moved;
        size_t in_piece = PIECE_BYTES - call->moved % PIECE_BYTES;
        size_t bytes = left < in_piece ? left : in_piece;
        const unsigned char *from =
            piece(call->state, call->root,
                  slot->u.pieces.first + call->moved / PIECE_BYTES);
        write_buffer(call, call->moved, from + call->moved % PIECE_BYTES,
                     bytes);
        call->moved += bytes;
    }
    return ready >= call->sent;
}

static bool take(struct refmpi_cast *call)
{
    const struct slot *slot = slot_of(call);
    if (atomic_load_explicit(&slot->stamp, memory_order_acquire) !=
        stamp_of(call))
        return false;
    size_t sent = slot->bytes, most = sent < call->bytes ? sent : call->bytes;
    call->sent = sent;
    if (has_pieces(sent) && !take_pieces(call))
        return false;
    if (most > 0 && sent <= SHORT_BYTES)
        write_buffer(call, 0, slot->u.data, most);
    call->by_messages = sent > CAST_BYTES;
    if (sent != call->bytes && !call->by_messages)
        call->error = MPI_ERR_TRUNCATE;
    return true;
}

/* ----------------------------------------------------------------- a call */

void refmpi_cast_begin(struct refmpi_cast *call, struct comm *comm,
                       void *buffer, MPI_Count count,
                       struct refmpi_datatype *type, int root)
{
    *call = (struct refmpi_cast){.state = comm->cast,
                                 .number = comm->cast->next++,
                                 .root = root,
                                 .buffer = buffer,
                                 .count = count,
                                 .type = type,
                                 .bytes = (size_t)(count * type->size),
                                 .error = MPI_SUCCESS};
    if (root == comm->rank && has_pieces(call->bytes))
        call->turn = comm->cast->next_turn++;
}

bool refmpi_cast_advance(void *argument)
{
    struct refmpi_cast *call = argument;
    bool is_root = call->state->comm->rank == call->root;
    if (call->is_over)
        return true;
    call->is_over = is_root ? give(call) : take(call);
    if (call->is_over)
        note_taken(call->state, call->number, has_pieces(call->sent));
    return call->is_over;
}

bool refmpi_cast_block(struct comm *comm, void *buffer, MPI_Count count,
                       MPI_Datatype handle, int root, int *rc)
{
    struct refmpi_datatype *type;
    struct refmpi_cast call;
    if (!refmpi_cast_is_used(comm) ||
        refmpi_datatype_check(count, handle, &type) != MPI_SUCCESS ||
        root < 0 || root >= comm->size ||
        refmpi_datatype_lacks_buffer(buffer, count, type))
        return false;
    *rc = refmpi_collective_gathers(comm);
    if (*rc != MPI_SUCCESS)
        return true;
    refmpi_cast_begin(&call, comm, buffer, count, type, root);
    if (!refmpi_cast_advance(&call))
        refmpi_wait_on(comm, refmpi_cast_advance, &call);
    *rc = call.error;
    if (call.by_messages)
        return false;
    comm->collectives++;
    return true;
}
