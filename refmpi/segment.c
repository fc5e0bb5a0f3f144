/* segment.c - the library's side of the job's shared memory. */
#include "segment.h"
#include "internal.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/falloc.h>
#include <linux/futex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static struct {
    int fd;
    struct segment *segment;
    struct rank_block *own;
    char *own_ring;
    char *rings;
    uint64_t *known_heads; /* of each ring, as last read */
} local = {.fd = -1};

struct segment *refmpi_segment(void)
{
    return local.segment;
}

struct rank_block *refmpi_block(int world_rank)
{
    return &local.segment->blocks[world_rank];
}

/* A number from the environment within [0, limit], or -1. */
static int environment_number(const char *name, int limit)
{
    const char *text = getenv(name);
    if (!text || !*text)
        return -1;
    char *end;
    long value = strtol(text, &end, 10);
    return *end || value < 0 || value > limit ? -1 : (int)value;
}

/* The inherited descriptor, if it is still what mpiexec opened. */
static int inherited_segment(int *rank, int *size)
{
    int fd = environment_number(SEGMENT_ENV_FD, INT_MAX);
    *rank = environment_number(SEGMENT_ENV_RANK, SEGMENT_RANKS_MAX);
    *size = environment_number(SEGMENT_ENV_SIZE, SEGMENT_RANKS_MAX);
    struct {
        uint64_t magic;
        int32_t size;
    } head;
    if (fd < 0 || *rank < 0 || *size <= *rank ||
        pread(fd, &head, sizeof head, 0) != (ssize_t)sizeof head ||
        head.magic != SEGMENT_MAGIC || head.size != *size)
        return -1;
    return fd;
}

int refmpi_segment_attach(void)
{
    int rank, size;
    int fd = inherited_segment(&rank, &size);
    if (fd < 0) {
        rank = 0;
        size = 1;
        fd = segment_create(1);
        if (fd < 0)
            return -errno;
    }
    /* What this process starts is not part of the job. */
    fcntl(fd, F_SETFD, FD_CLOEXEC);
    void *base = mmap(NULL, segment_heap(size), PROT_READ | PROT_WRITE,
                      MAP_SHARED, fd, 0);
    uint64_t *heads = calloc((size_t)size, sizeof *heads);
    if (base == MAP_FAILED || !heads) {
        free(heads);
        return -ENOMEM;
    }
    local.fd = fd;
    local.segment = base;
    local.own = &local.segment->blocks[rank];
    local.rings = (char *)base + segment_rings(size);
    local.own_ring = local.rings + (size_t)rank * SEGMENT_RING;
    local.known_heads = heads;
    refmpi.rank = rank;
    refmpi.size = size;
    /* Where Yama restricts it, lets the other ranks read our buffers. */
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
    atomic_store(&local.own->pid, (int32_t)getpid());
    atomic_store(&local.own->state, SEGMENT_RANK_RUNNING);
    return 0;
}

/* ---------------------------------------------------------------- rings */

static size_t record_units(size_t payload)
{
    size_t bytes = sizeof(struct record) + payload;
    return (bytes + SEGMENT_UNIT - 1) / SEGMENT_UNIT * SEGMENT_UNIT;
}

static bool ring_has_room(int world_rank, uint64_t end)
{
    uint64_t *known = &local.known_heads[world_rank];
    if (end - *known <= SEGMENT_RING)
        return true;
    *known = atomic_load_explicit(&refmpi_block(world_rank)->head,
                                  memory_order_acquire);
    return end - *known <= SEGMENT_RING;
}

struct record *refmpi_ring_reserve(int world_rank, size_t payload)
{
    struct rank_block *block = refmpi_block(world_rank);
    char *ring = local.rings + (size_t)world_rank * SEGMENT_RING;
    size_t units = record_units(payload);
    uint64_t tail = atomic_load_explicit(&block->tail, memory_order_relaxed);
    size_t offset, to_end, need;
    do {
        offset = tail & (SEGMENT_RING - 1);
        to_end = SEGMENT_RING - offset;
        need = units <= to_end ? units : to_end + units;
        if (!ring_has_room(world_rank, tail + need))
            return NULL;
    } while (!atomic_compare_exchange_weak_explicit(
        &block->tail, &tail, tail + need, memory_order_acq_rel,
        memory_order_relaxed));
    struct record *record = (struct record *)(ring + offset);
    if (units <= to_end)
        return record;
    /* A record is one piece: what is left before the end is padding. */
    record->kind = 0;
    atomic_store_explicit(&record->length, (uint32_t)to_end,
                          memory_order_release);
    return (struct record *)ring;
}

void refmpi_ring_publish(int world_rank, struct record *record, size_t payload)
{
    atomic_store_explicit(&record->length, (uint32_t)(sizeof *record + payload),
                          memory_order_release);
    refmpi_wake(world_rank);
}

struct record *refmpi_ring_front(void)
{
    for (;;) {
        uint64_t head =
            atomic_load_explicit(&local.own->head, memory_order_relaxed);
        struct record *record =
            (struct record *)(local.own_ring + (head & (SEGMENT_RING - 1)));
        if (!atomic_load_explicit(&record->length, memory_order_acquire))
            return NULL;
        if (record->kind != 0)
            return record;
        refmpi_ring_pop(record);
    }
}

void refmpi_ring_pop(struct record *record)
{
    uint32_t length =
        atomic_load_explicit(&record->length, memory_order_relaxed);
    size_t units = (length + SEGMENT_UNIT - 1) / SEGMENT_UNIT * SEGMENT_UNIT;
    /* Any unit may be the head of a record on the next round. */
    size_t dirty = record->kind ? units : SEGMENT_UNIT;
    for (size_t at = 0; at < dirty; at += SEGMENT_UNIT)
        atomic_store_explicit((_Atomic uint32_t *)((char *)record + at), 0,
                              memory_order_relaxed);
    uint64_t head =
        atomic_load_explicit(&local.own->head, memory_order_relaxed);
    atomic_store_explicit(&local.own->head, head + units, memory_order_release);
}

void refmpi_ring_room(void)
{
    atomic_thread_fence(memory_order_seq_cst);
    if (!atomic_load_explicit(&local.own->senders_waiting,
                              memory_order_relaxed))
        return;
    atomic_store(&local.own->senders_waiting, 0);
    for (int rank = 0; rank < refmpi.size; rank++)
        refmpi_wake(rank);
}

/* -------------------------------------------------------------- sleeping */

/* 0 or errno. */
static int futex(_Atomic uint32_t *word, int operation, uint32_t value,
                 const struct timespec *limit)
{
    return syscall(SYS_futex, word, operation, value, limit, NULL, 0) < 0
               ? errno
               : 0;
}

/* What the sleeper waits for must be visible before we look. Its count is taken
 * back before it is awake: it may sleep and count itself again before we go on,
 * and counted twice it would stand for somebody who does not sleep. */
static void wake(int world_rank)
{
    _Atomic uint32_t *word = &refmpi_block(world_rank)->sleeping;
    uint32_t was = atomic_load_explicit(word, memory_order_relaxed);
    while (was & SEGMENT_SLEEP_MASK) {
        bool is_counted = (was & SEGMENT_SLEEP_MASK) == SEGMENT_ASLEEP;
        if (is_counted)
            atomic_fetch_sub(&local.segment->at_rest, 1);
        if (atomic_compare_exchange_strong(
                word, &was, was & ~(uint32_t)SEGMENT_SLEEP_MASK)) {
            futex(word, FUTEX_WAKE, INT_MAX, NULL);
            return;
        }
        if (is_counted)
            atomic_fetch_add(&local.segment->at_rest, 1);
    }
}

void refmpi_wake(int world_rank)
{
    atomic_thread_fence(memory_order_seq_cst);
    wake(world_rank);
}

void refmpi_wake_all(const int *world_ranks, int count)
{
    atomic_thread_fence(memory_order_seq_cst);
    for (int i = 0; i < count; i++)
        wake(world_ranks[i]);
}

/* Threads that have announced since the rank was last awake; and the turn in
 * which this one has. */
static int announced;
static _Thread_local uint32_t turn __attribute__((tls_model("initial-exec")));

/* A rank with threads begins a turn of sleeping with the first of them: who has
 * announced before, and has been woken, must look again. */
static void announce_thread(void)
{
    uint32_t word = atomic_load(&local.own->sleeping);
    if ((word & SEGMENT_SLEEP_MASK) == SEGMENT_AWAKE) {
        announced = 0;
        word += SEGMENT_SLEEP_TURN + SEGMENT_ASLEEP_PARTLY;
        atomic_store(&local.own->sleeping, word);
    }
    announced++;
    turn = word / SEGMENT_SLEEP_TURN;
}

void refmpi_sleep_announce(void)
{
    if (refmpi.locking)
        announce_thread();
    else
        atomic_store(&local.own->sleeping, SEGMENT_ASLEEP);
    atomic_thread_fence(memory_order_seq_cst);
}

/* How many threads the process has; 0: not known. */
static int thread_count(void)
{
    struct stat status;
    return stat("/proc/self/task", &status) == 0 ? (int)status.st_nlink - 2 : 0;
}

void refmpi_sleep_count(void (*all_rest)(void))
{
    uint32_t word = turn * SEGMENT_SLEEP_TURN + SEGMENT_ASLEEP_PARTLY;
    /* The others sleep, or are about to: they hold no lock, and what they wait
     * for has not come, or it would be another turn. */
    if (announced == thread_count() &&
        atomic_compare_exchange_strong(&local.own->sleeping, &word,
                                       word - SEGMENT_ASLEEP_PARTLY +
                                           SEGMENT_ASLEEP) &&
        atomic_fetch_add(&local.segment->at_rest, 1) + 1 == refmpi.size)
        all_rest();
}

bool refmpi_sleep_thread(void)
{
    static const struct timespec a_while = {0, 100000000};
    _Atomic uint32_t *own = &local.own->sleeping;
    for (;;) {
        uint32_t word = atomic_load(own), state = word & SEGMENT_SLEEP_MASK;
        if (state == SEGMENT_AWAKE || word / SEGMENT_SLEEP_TURN != turn)
            return true;
        /* A thread that is not in MPI may end. */
        int error = futex(own, FUTEX_WAIT, word,
                          state == SEGMENT_ASLEEP ? NULL : &a_while);
        if (error == ETIMEDOUT)
            return false;
        if (error == EAGAIN)
            continue;
        if (atomic_load(own) == word) /* by a signal, or to look again */
            refmpi_wake(refmpi.rank);
        return true;
    }
}

void refmpi_sleep_cancel(void)
{
    /* Other threads of this rank may sleep on the word: let them look. */
    if (refmpi.locking)
        refmpi_wake(refmpi.rank);
    else if (atomic_exchange(&local.own->sleeping, SEGMENT_AWAKE) ==
             SEGMENT_AWAKE)
        /* Whoever woke it took away what was not counted yet. */
        atomic_fetch_add(&local.segment->at_rest, 1);
}

void refmpi_sleep(void (*all_rest)(void), int seconds)
{
    struct timespec limit = {seconds, 0};
    if (atomic_fetch_add(&local.segment->at_rest, 1) + 1 == refmpi.size)
        all_rest();
    futex(&local.own->sleeping, FUTEX_WAIT, SEGMENT_ASLEEP,
          seconds ? &limit : NULL);
    /* A signal handler or the clock woke it: nobody has taken back its count.
     */
    if (atomic_exchange(&local.own->sleeping, SEGMENT_AWAKE) == SEGMENT_ASLEEP)
        atomic_fetch_sub(&local.segment->at_rest, 1);
}

void refmpi_abort_job(int status)
{
    fflush(NULL);
    if (local.segment) {
        atomic_store(&local.segment->abort_status, status);
        atomic_store(&local.segment->aborted, 1);
    }
    _exit(status & 0xff ? status & 0xff : 1);
}

/* ------------------------------------------------------------- heap, peers */

static size_t whole_pages(size_t bytes)
{
    if (bytes == 0)
        bytes = 1;
    return (bytes + SEGMENT_PAGE - 1) / SEGMENT_PAGE * SEGMENT_PAGE;
}

static uint64_t file_size(void)
{
    struct stat status;
    return fstat(local.fd, &status) == 0 ? (uint64_t)status.st_size : 0;
}

int refmpi_shared_alloc(size_t bytes, uint64_t *offset)
{
    if (bytes > SIZE_MAX / 2)
        return MPI_ERR_NO_MEM;
    bytes = whole_pages(bytes);
    uint64_t at = atomic_fetch_add(&local.segment->next_heap, bytes);
    if (at + bytes > file_size() / 2)
        return MPI_ERR_NO_MEM;
    *offset = at;
    return MPI_SUCCESS;
}

uint64_t refmpi_shared_reserved(uint64_t number, size_t bytes)
{
    uint64_t size = file_size(), begin = whole_pages(size / 2);
    bytes = whole_pages(bytes);
    return begin < segment_heap(refmpi.size) || number >= (size - begin) / bytes
               ? 0
               : begin + number * bytes;
}

void refmpi_shared_free(uint64_t offset, size_t bytes)
{
    fallocate(local.fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE,
              (off_t)offset, (off_t)whole_pages(bytes));
}

void *refmpi_shared_map(uint64_t offset, size_t bytes)
{
    void *base = mmap(NULL, whole_pages(bytes), PROT_READ | PROT_WRITE,
                      MAP_SHARED, local.fd, (off_t)offset);
    return base == MAP_FAILED ? NULL : base;
}

void refmpi_shared_unmap(void *base, size_t bytes)
{
    munmap(base, whole_pages(bytes));
}

/* How long a rank waits to be ended with the job, after another one has died.
 */
#define END_SECONDS 10

/* Why a copy failed. Of a process that is no more mpiexec tells how it ended,
 * and ends the others: not before that is said what it did to us. */
static int copy_error(int error)
{
    struct timespec rest = {END_SECONDS, 0};
    if (error == EFAULT)
        return MPI_ERR_RMA_RANGE;
    if (error != ESRCH)
        return MPI_ERR_UNSUPPORTED_OPERATION;
    while (nanosleep(&rest, &rest) != 0)
        continue;
    return MPI_ERR_PROC_ABORTED;
}

/* One of the two directions between this rank and another. */
static int peer_copy(int world_rank, void *here, void *there, size_t bytes,
                     bool is_read)
{
    pid_t pid = atomic_load(&refmpi_block(world_rank)->pid);
    while (bytes > 0) {
        struct iovec mine = {here, bytes};
        struct iovec other = {there, bytes};
        ssize_t done = is_read ? process_vm_readv(pid, &mine, 1, &other, 1, 0)
                               : process_vm_writev(pid, &mine, 1, &other, 1, 0);
        if (done < 0)
            return copy_error(errno);
        here = (char *)here + done;
        there = (char *)there + done;
        bytes -= (size_t)done;
    }
    return MPI_SUCCESS;
}

int refmpi_peer_read(int world_rank, void *here, const void *there,
                     size_t bytes)
{
    if (world_rank == refmpi.rank) {
        memmove(here, there, bytes);
        return MPI_SUCCESS;
    }
    return peer_copy(world_rank, here, (void *)(uintptr_t)there, bytes, true);
}

int refmpi_peer_write(int world_rank, const void *here, void *there,
                      size_t bytes)
{
    if (world_rank == refmpi.rank) {
        memmove(there, here, bytes);
        return MPI_SUCCESS;
    }
    return peer_copy(world_rank, (void *)(uintptr_t)here, there, bytes, false);
}

bool refmpi_peer_memory_works(void)
{
    static int works = -1;
    /* Not asked of the own memory, which is always permitted; the address
     * need not be mapped there: what counts is what the kernel objects to. */
    for (int peer = 0; works < 0 && peer < refmpi.size; peer++) {
        if (peer == refmpi.rank || atomic_load(&refmpi_block(peer)->pid) == 0)
            continue;
        int32_t size = 0;
        works = refmpi_peer_read(peer, &size, &local.segment->size,
                                 sizeof size) != MPI_ERR_UNSUPPORTED_OPERATION;
    }
    return works != 0;
}
