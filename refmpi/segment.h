/*
 * segment.h - the shared memory of a job: one memfd, made by mpiexec (or by
 * the process itself if there is no mpiexec), inherited by every rank.
 *
 *     struct segment | struct rank_block[size] | ring of each rank | heap
 *
 * mpiexec includes this file too, so it knows nothing of MPI.
 */
#ifndef REFMPI_SEGMENT_H
#define REFMPI_SEGMENT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* "urmelm02": another with each layout, so that programs and a launcher of
 * different versions do not take each other for their own. */
#define SEGMENT_MAGIC      UINT64_C(0x32306d6c656d7275)
#define SEGMENT_ENV_FD     "REFMPI_FD"
#define SEGMENT_ENV_RANK   "REFMPI_RANK"
#define SEGMENT_ENV_SIZE   "REFMPI_SIZE"
#define SEGMENT_ENV_APPNUM "REFMPI_APPNUM"
/* mpi_initial_errhandler; not set: the default. */
#define SEGMENT_ENV_ERRHANDLER "REFMPI_ERRHANDLER"

#define SEGMENT_RANKS_MAX 1024
#define SEGMENT_RING      (256 * 1024) /* a power of two */
#define SEGMENT_UNIT      64
#define SEGMENT_COPIES    4 /* at once, that a receiver shares */
#define SEGMENT_PAGE      4096
/* The heap has the first half of it, what is set aside the second. Offsets are
 * never used twice; pages are given back instead. */
#define SEGMENT_FILE_SIZE (INT64_C(1) << 44)

enum segment_rank_state {
    SEGMENT_RANK_NEW = 0,
    SEGMENT_RANK_RUNNING,
    SEGMENT_RANK_FINALIZED
};

enum segment_sleep {
    SEGMENT_AWAKE = 0,
    SEGMENT_ASLEEP,        /* or about to be */
    SEGMENT_ASLEEP_PARTLY, /* other threads of the rank may go on */
    SEGMENT_SLEEP_MASK = 3
};
/* With threads: how often the rank has begun to sleep, above the mask. */
#define SEGMENT_SLEEP_TURN 4

/* What a rank waits for, written by itself alone. */
enum segment_wait_kind {
    SEGMENT_WAIT_NONE = 0, /* it does not */
    SEGMENT_WAIT_CALL,     /* what a call waits for that is no message */
    SEGMENT_WAIT_SEND,
    SEGMENT_WAIT_RECEIVE
};

struct segment_wait {
    _Atomic int32_t kind; /* set last */
    int32_t peer;         /* rank in the communicator; below 0: any */
    int32_t tag;          /* below 0: any */
    char call[44];
    char comm[72]; /* name of the communicator, if it has one */
};

/* A lock that sleeps in the kernel; for short sections that never block. */
struct refmpi_mutex {
    _Atomic uint32_t word; /* 0 free, 1 held, 2 held and waited for */
};

struct rank_block {
    /* Senders reserve room by moving tail; positions only grow. */
    _Alignas(64) _Atomic uint64_t tail;
    /* The owner gives room back by moving head. */
    _Alignas(64) _Atomic uint64_t head;
    _Atomic uint32_t senders_waiting; /* someone sleeps for room here */
    /* enum segment_sleep, and turns; the futex word of the owner. */
    _Alignas(64) _Atomic uint32_t sleeping;
    _Atomic uint32_t state;
    _Atomic int32_t pid;
    _Alignas(64) struct segment_wait wait;
    _Atomic int32_t has_choice; /* of messages (choice.h) */
    _Atomic int32_t may_choose;
    _Atomic int32_t processor; /* 1 + the one it ran on when last it waited */
    _Atomic int32_t is_away;   /* it has offered its processor to others */
    /* Of messages to this rank: p2p_copy.c. */
    _Alignas(64) _Atomic uint64_t copies[SEGMENT_COPIES];
    /* Around each accumulate on the memory of this rank: the windows of a rank
     * may overlap, so it is not a window's. */
    _Alignas(64) struct refmpi_mutex accumulate;
};

struct segment {
    uint64_t magic;
    int32_t size;
    _Atomic int32_t aborted; /* a rank called for the end of the job */
    _Atomic int32_t abort_status;
    _Atomic int32_t cannot_run; /* it is said that a program does not start */
    _Atomic int32_t no_files;   /* ... that this MPI has none */
    /* How many ranks sleep with nothing to take, or have ended. If
     * all do, nobody can wake anybody: a rank counts from after its last look,
     * and whoever wakes it takes it back before it is awake, and before he can
     * count himself. */
    _Atomic int32_t at_rest;
    _Atomic int32_t finalizing;  /* ranks that have come to MPI_Finalize */
    _Atomic int32_t polling;     /* ranks that only ask (choice.h) */
    _Atomic int32_t is_deadlock; /* that was so, and is told */
    _Atomic uint32_t next_context;
    _Atomic uint64_t next_heap; /* offset in the file */
    struct rank_block blocks[];
};

/* Offset of the first ring. */
static inline size_t segment_rings(int size)
{
    size_t bytes =
        sizeof(struct segment) + (size_t)size * sizeof(struct rank_block);
    return (bytes + SEGMENT_PAGE - 1) / SEGMENT_PAGE * SEGMENT_PAGE;
}

/* Offset of the heap: what every rank maps comes before it. */
static inline size_t segment_heap(int size)
{
    return segment_rings(size) + (size_t)size * SEGMENT_RING;
}

/* What a deadlock ends with: EDEADLK. */
#define SEGMENT_STATUS_DEADLOCK 35

/* What a rank does, as "rank 1: waits in MPI_Recv from rank 0, tag 3, on
 * MPI_COMM_WORLD". */
#define SEGMENT_STATE_TEXT 200
void segment_state_text(const struct segment *segment, int rank,
                        char text[SEGMENT_STATE_TEXT]);

/*
 * A new memfd with a segment for that many ranks, not closed on exec. Returns
 * the descriptor or -1 with errno.
 */
int segment_create(int size);

/* Head of every record in a ring; its payload follows it directly. */
struct record {
    _Atomic uint32_t length; /* in bytes with this head; 0: not there yet */
    uint16_t kind;
    uint16_t flags;
    uint32_t context;
    int32_t source; /* rank of the sender in its group of the communicator */
    int32_t tag;
    int32_t origin; /* rank of the sender in the job */
    uint64_t size;  /* of the whole message in bytes */
    uint64_t id;    /* names the request it is about, in its own process */
};

/* ---- what only the library uses (after refmpi_segment_attach) ---- */

/* Attaches to the job's segment, or makes one for a singleton. Sets
 * refmpi.rank and size. 0 or a negative errno. */
int refmpi_segment_attach(void);
struct segment *refmpi_segment(void);
struct rank_block *refmpi_block(int world_rank);

/*
 * Room for a record with that much payload in another rank's ring, or NULL if
 * it is full. The caller fills it (not length) and then publishes it, which
 * also wakes the receiver.
 */
struct record *refmpi_ring_reserve(int world_rank, size_t payload);
void refmpi_ring_publish(int world_rank, struct record *record, size_t payload);

/* The oldest record in the own ring or NULL, and its end. */
struct record *refmpi_ring_front(void);
void refmpi_ring_pop(struct record *record);
/* To be called after pops: wakes senders that wait for room. */
void refmpi_ring_room(void);

/* Sleeping: announce, look once more, then sleep (or cancel). What it waits
 * for is said before; all_rest is called once nobody can wake anybody. */
void refmpi_sleep_announce(void);
void refmpi_sleep_cancel(void);
/* With threads, in place of refmpi_sleep. Under the big lock: if this was the
 * last thread of the process to announce, the rank rests. Then, without it:
 * sleeps; false where the threads have to be counted again. */
void refmpi_sleep_count(void (*all_rest)(void));
bool refmpi_sleep_thread(void);
void refmpi_sleep(void (*all_rest)(void), int seconds); /* 0: no limit */

_Noreturn void refmpi_abort_job(int status);

#endif
