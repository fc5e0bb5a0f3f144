/*
 * p2p_copy.c - who copies what. A word is, from above: the turn in which it is
 * used, so that a sender who comes late sees that it is not about his message;
 * the first piece that nobody has claimed; the end of those.
 */
#include "p2p_copy.h"
#include "processor.h"

#define PIECE        ((size_t)64 * 1024)
#define SHARED_BYTES ((size_t)96 * 1024) /* shorter ones: not worth it */
#define PIECES_MAX   1024

#define NUMBER_BITS 16
#define NUMBER_MASK ((UINT64_C(1) << NUMBER_BITS) - 1)

static unsigned used_words; /* of this process, a bit each */

static _Atomic uint64_t *word_of(int world_rank, int word)
{
    return &refmpi_block(world_rank)->copies[word];
}

static uint64_t turn_of(uint64_t word)
{
    return word >> 2 * NUMBER_BITS;
}

/* The next piece from the begin or from the end; false: none is left. */
static bool claim(_Atomic uint64_t *shared, uint64_t turn, bool from_end,
                  uint64_t *piece)
{
    uint64_t word = atomic_load(shared), next;
    do {
        uint64_t first = word >> NUMBER_BITS & NUMBER_MASK;
        uint64_t end = word & NUMBER_MASK;
        if (turn_of(word) != (turn & UINT32_MAX) || first == end)
            return false;
        *piece = from_end ? end - 1 : first;
        next = from_end ? word - 1 : word + (UINT64_C(1) << NUMBER_BITS);
    } while (!atomic_compare_exchange_weak(shared, &word, next));
    return true;
}

static size_t piece_length(const struct copy_task *task, uint64_t piece)
{
    uint64_t left = task->bytes - piece * task->piece;
    return (size_t)(left < task->piece ? left : task->piece);
}

/* A free word, or -1. */
static int word_take(void)
{
    for (int word = 0; word < SEGMENT_COPIES; word++)
        if (!(used_words & 1u << word)) {
            used_words |= 1u << word;
            return word;
        }
    return -1;
}

static enum copy_result share(struct p2p *p, int origin, struct copy_task *task,
                              void (*ask)(int origin, struct p2p *p,
                                          const struct copy_task *task))
{
    static uint64_t turns;
    _Atomic uint64_t *shared = word_of(refmpi.rank, task->word);
    uint64_t pieces = (task->bytes + task->piece - 1) / task->piece, piece;
    task->turn = ++turns;
    atomic_store(shared, turns << 2 * NUMBER_BITS | pieces);
    ask(origin, p, task);
    p->has_failed = false;
    while (claim(shared, task->turn, false, &piece)) {
        uint64_t at = piece * task->piece;
        if (!p->has_failed &&
            refmpi_peer_read(origin, (void *)(uintptr_t)(task->target + at),
                             (const void *)(uintptr_t)(task->source + at),
                             piece_length(task, piece)) != MPI_SUCCESS)
            p->has_failed = true;
    }
    p->word = task->word;
    if ((atomic_load(shared) & NUMBER_MASK) == pieces)
        return refmpi_copy_helped(p, false);
    return COPY_HELPED;
}

enum copy_result refmpi_copy_helped(struct p2p *p, bool has_failed)
{
    used_words &= ~(1u << p->word);
    return has_failed || p->has_failed ? COPY_FAILED : COPY_DONE;
}

/* All of it by the receiver, into memory that is not one run. */
static enum copy_result scatter(struct p2p *p, int origin, uint64_t address,
                                size_t bytes)
{
    static char piece[PIECE / 4];
    for (size_t at = 0; at < bytes; at += sizeof piece) {
        size_t length = bytes - at < sizeof piece ? bytes - at : sizeof piece;
        if (refmpi_peer_read(origin, piece,
                             (const void *)(uintptr_t)(address + at),
                             length) != MPI_SUCCESS)
            return COPY_FAILED;
        refmpi_datatype_unpack(p->datatype, p->count, p->buffer, (MPI_Count)at,
                               piece, (MPI_Count)length);
    }
    return COPY_DONE;
}

enum copy_result refmpi_copy_receive(
    struct p2p *p, int origin, uint64_t address, size_t bytes, uint64_t send,
    void (*ask)(int origin, struct p2p *p, const struct copy_task *task))
{
    void *start;
    if (!refmpi_datatype_run(p->datatype, p->count, p->buffer, &start))
        return scatter(p, origin, address, bytes);
    int word = -1;
    if (bytes >= SHARED_BYTES && origin != refmpi.rank &&
        refmpi_has_processor_each())
        word = word_take();
    if (word < 0)
        return refmpi_peer_read(origin, start, (const void *)(uintptr_t)address,
                                bytes) == MPI_SUCCESS
                   ? COPY_DONE
                   : COPY_FAILED;
    size_t least = (bytes + PIECES_MAX - 1) / PIECES_MAX;
    struct copy_task task = {.source = address,
                             .target = (uint64_t)(uintptr_t)start,
                             .bytes = bytes,
                             .piece = least > PIECE ? least : PIECE,
                             .send = send,
                             .word = word};
    return share(p, origin, &task, ask);
}

bool refmpi_copy_help(int receiver, const struct copy_task *task,
                      bool *has_failed)
{
    _Atomic uint64_t *shared = word_of(receiver, task->word);
    uint64_t piece;
    bool has_part = false;
    *has_failed = false;
    while (claim(shared, task->turn, true, &piece)) {
        uint64_t at = piece * task->piece;
        has_part = true;
        if (!*has_failed &&
            refmpi_peer_write(receiver,
                              (const void *)(uintptr_t)(task->source + at),
                              (void *)(uintptr_t)(task->target + at),
                              piece_length(task, piece)) != MPI_SUCCESS)
            *has_failed = true;
    }
    return has_part;
}
