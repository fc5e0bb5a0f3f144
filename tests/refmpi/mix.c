/* np: 3 5 */
/* Correct mixtures of collectives, blocking and not, messages, locks, and
 * communicators made and freed under way, drawn by lot from a seed: of lengths
 * about those where something else is done, waited for in any order, by one
 * thread or by several (mix_threads.c), each with communicators of its own.
 * What all members draw alike comes from one lot, what each does as he likes
 * from another; no rank waits for what another one does later in the common
 * order. */
#include "check.h"
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#ifndef THREADS
#define THREADS 1
#endif
#define STEPS   120
#define PENDING 64
#define COMMS   4

enum kind { BCAST, REDUCE, ALLREDUCE, BARRIER, ALLTOALL, MESSAGE, KINDS };

/* What is under way. */
struct work {
    enum kind kind;
    int step, rank, size, root;
    int length; /* elements; of alltoall: of a block */
    int *in, *out;
    MPI_Request request;
};

struct mix {
    uint64_t all, own; /* the two lots */
    MPI_Comm parent, comms[COMMS];
    MPI_Win window;
    int *counter, adds;
    int used;         /* communicators */
    enum kind wanted; /* most of what is done; KINDS: as it comes */
    int root;         /* of most, or -1 */
    unsigned waits;   /* one of so many blocks */
    int shorts;       /* half are short */
    unsigned idle;    /* one of so many steps is followed by a look back */
    struct work pending[PENDING];
    int count;
};

static unsigned draw(uint64_t *lot, unsigned below)
{
    *lot = *lot * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*lot >> 33) % below;
}

static const int bytes_about[] = {4,     48,    52,    1020,  1024,  1028,
                                  4096,  4100,  8192,  16384, 16388, 32768,
                                  61440, 65536, 65540, 98304, 98308, 200000};

static int value(int step, int rank, int i)
{
    return step * 1009 + rank * 31 + i;
}

static int *numbers(int count, int step, int rank)
{
    int *data = malloc(((size_t)count + 1) * sizeof *data);
    for (int i = 0; i <= count; i++)
        data[i] = i < count ? value(step, rank, i) : -5;
    return data;
}

static void check_reduced(const struct work *w)
{
    for (int i = 0; i < w->length; i++) {
        int sum = 0;
        for (int rank = 0; rank < w->size; rank++)
            sum += value(w->step, rank, i);
        CHECK(w->out[i] == sum);
    }
}

static void over(struct work *w)
{
    int all = w->kind == ALLTOALL ? w->length * w->size : w->length;
    if (w->out)
        CHECK(w->out[all] == -5);
    if (w->kind == REDUCE ? w->rank == w->root : w->kind == ALLREDUCE)
        check_reduced(w);
    for (int i = 0;
         i < all && w->out &&
         (w->kind == BCAST || w->kind == MESSAGE || w->kind == ALLTOALL);
         i++)
        CHECK(w->out[i] == (w->kind == ALLTOALL
                                ? value(w->step, i / w->length,
                                        w->rank * w->length + i % w->length)
                                : value(w->step, w->root, i)));
    free(w->in);
    free(w->out);
}

/* Waits for one that is under way, whichever. */
static void finish_any(struct mix *mix)
{
    int i = (int)draw(&mix->own, (unsigned)mix->count), done = 0;
    int asks = (int)draw(&mix->own, 2) * 1000; /* then a hang is told of */
    while (asks-- > 0 && !done)
        MPI_Test(&mix->pending[i].request, &done, MPI_STATUS_IGNORE);
    if (!done)
        MPI_Wait(&mix->pending[i].request, MPI_STATUS_IGNORE);
    over(&mix->pending[i]);
    mix->pending[i] = mix->pending[--mix->count];
}

static void finish_all(struct mix *mix)
{
    MPI_Request requests[PENDING];
    int one_by_one = (int)draw(&mix->own, 2);
    while (one_by_one && mix->count)
        finish_any(mix);
    for (int i = 0; i < mix->count; i++)
        requests[i] = mix->pending[i].request;
    MPI_Waitall(mix->count, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < mix->count; i++)
        over(&mix->pending[i]);
    mix->count = 0;
}

static void collective(struct work *w, MPI_Comm comm, int waits)
{
    int n = w->length;
    MPI_Request *request = &w->request;
    if (w->kind == BCAST) {
        w->out = numbers(n, w->step, w->rank);
        waits ? MPI_Bcast(w->out, n, MPI_INT, w->root, comm)
              : MPI_Ibcast(w->out, n, MPI_INT, w->root, comm, request);
    } else if (w->kind == BARRIER) {
        waits ? MPI_Barrier(comm) : MPI_Ibarrier(comm, request);
    } else if (w->kind == ALLTOALL) {
        w->in = numbers(n * w->size, w->step, w->rank);
        w->out = numbers(n * w->size, -1, 0);
        waits ? MPI_Alltoall(w->in, n, MPI_INT, w->out, n, MPI_INT, comm)
              : MPI_Ialltoall(w->in, n, MPI_INT, w->out, n, MPI_INT, comm,
                              request);
    } else {
        w->in = numbers(n, w->step, w->rank);
        w->out = numbers(n, -1, 0);
        if (w->kind == REDUCE)
            waits
                ? MPI_Reduce(w->in, w->out, n, MPI_INT, MPI_SUM, w->root, comm)
                : MPI_Ireduce(w->in, w->out, n, MPI_INT, MPI_SUM, w->root, comm,
                              request);
        else
            waits ? MPI_Allreduce(w->in, w->out, n, MPI_INT, MPI_SUM, comm)
                  : MPI_Iallreduce(w->in, w->out, n, MPI_INT, MPI_SUM, comm,
                                   request);
    }
}

/* True if this rank has a part in it. */
static int message(struct work *w, MPI_Comm comm, int to, int waits, int how)
{
    int n = w->length, tag = w->step;
    if (w->rank == w->root && w->rank == to) /* not to itself, waiting */
        return 0;
    if (w->rank == w->root) {
        w->in = numbers(n, w->step, w->rank);
        if (waits)
            how ? MPI_Ssend(w->in, n, MPI_INT, to, tag, comm)
                : MPI_Send(w->in, n, MPI_INT, to, tag, comm);
        else
            how ? MPI_Issend(w->in, n, MPI_INT, to, tag, comm, &w->request)
                : MPI_Isend(w->in, n, MPI_INT, to, tag, comm, &w->request);
    } else if (w->rank == to) {
        w->out = numbers(n, -1, 0);
        int from = how ? MPI_ANY_SOURCE : w->root;
        if (waits)
            MPI_Recv(w->out, n, MPI_INT, from, tag, comm, MPI_STATUS_IGNORE);
        else
            MPI_Irecv(w->out, n, MPI_INT, from, tag, comm, &w->request);
    } else {
        return 0;
    }
    return 1;
}

static void one(struct mix *mix, int step, int which)
{
    enum { ABOUT = sizeof bytes_about / sizeof *bytes_about };
    struct work w = {.kind = (enum kind)draw(&mix->all, KINDS),
                     .step = step,
                     .request = MPI_REQUEST_NULL};
    MPI_Comm comm = mix->comms[which];
    if (draw(&mix->all, 4) && mix->wanted < KINDS)
        w.kind = mix->wanted;
    MPI_Comm_rank(comm, &w.rank);
    MPI_Comm_size(comm, &w.size);
    unsigned first = draw(&mix->all, 1 << 20),
             second = draw(&mix->all, 1 << 20);
    int waits = draw(&mix->all, mix->waits) == 0, how = (int)draw(&mix->all, 2);
    w.root = (int)(first % (unsigned)w.size);
    if (mix->root >= 0 && first % 16)
        w.root = mix->root % w.size;
    w.length = bytes_about[draw(&mix->all, ABOUT)] / 4;
    if (draw(&mix->all, 2) && mix->shorts)
        w.length = 1 + w.length % 13;
    if (w.kind == ALLTOALL)
        w.length = w.length / w.size + 1;
    if (w.kind == MESSAGE) {
        if (!message(&w, comm, (int)(second % (unsigned)w.size), waits, how))
            return;
    } else {
        collective(&w, comm, waits);
    }
    if (waits) {
        over(&w);
        return;
    }
    mix->pending[mix->count++] = w;
    if (mix->count == PENDING)
        finish_any(mix);
}

/* Others may be under way on the communicator that is freed. */
static void renew(struct mix *mix, int which)
{
    int rank;
    MPI_Comm_rank(mix->parent, &rank);
    unsigned kind = draw(&mix->all, 3), lot = draw(&mix->all, 1 << 20);
    MPI_Comm_free(&mix->comms[which]);
    if (kind == 0)
        MPI_Comm_dup(mix->parent, &mix->comms[which]);
    else
        MPI_Comm_split(mix->parent, (int)((lot >> rank) % kind),
                       kind == 1 ? -rank : rank, &mix->comms[which]);
}

static void add(struct mix *mix)
{
    int size, one = 1, before;
    MPI_Comm_size(mix->parent, &size);
    int to = (int)draw(&mix->own, (unsigned)size);
    int kind = (int)draw(&mix->own, 3);
    MPI_Win_lock(kind ? MPI_LOCK_SHARED : MPI_LOCK_EXCLUSIVE, to, 0,
                 mix->window);
    if (kind == 1)
        MPI_Fetch_and_op(&one, &before, MPI_INT, to, 0, MPI_SUM, mix->window);
    else
        MPI_Accumulate(&one, 1, MPI_INT, to, 0, 1, MPI_INT, MPI_SUM,
                       mix->window);
    MPI_Win_unlock(to, mix->window);
    mix->adds++;
}

/* What a seed is about. */
static void choose(struct mix *mix)
{
    mix->used = 1 + (int)draw(&mix->all, COMMS);
    mix->wanted = (enum kind)draw(&mix->all, KINDS + 3);
    if (mix->wanted > KINDS)
        mix->wanted = BCAST;
    mix->root = (int)draw(&mix->all, 8) - 4;
    mix->waits = 4u << draw(&mix->all, 6);
    mix->shorts = (int)draw(&mix->all, 2);
    mix->idle = 16u << draw(&mix->all, 4);
}

static void make(struct mix *mix)
{
    int rank;
    MPI_Comm_rank(mix->parent, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, mix->parent,
                     &mix->counter, &mix->window);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, mix->window);
    *mix->counter = 0;
    MPI_Win_unlock(rank, mix->window);
    MPI_Barrier(mix->parent);
    for (int i = 0; i < COMMS; i++)
        MPI_Comm_dup(mix->parent, &mix->comms[i]);
}

static void end(struct mix *mix)
{
    int rank, sums[2], own[2];
    MPI_Comm_rank(mix->parent, &rank);
    MPI_Barrier(mix->parent);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, mix->window);
    own[0] = *mix->counter, own[1] = mix->adds;
    MPI_Win_unlock(rank, mix->window);
    MPI_Allreduce(own, sums, 2, MPI_INT, MPI_SUM, mix->parent);
    CHECK(sums[0] == sums[1]);
    for (int i = 0; i < COMMS; i++)
        MPI_Comm_free(&mix->comms[i]);
    MPI_Win_free(&mix->window);
}

static void *run(void *argument)
{
    struct mix *mix = argument;
    make(mix);
    choose(mix);
    for (int step = 0; step < STEPS; step++) {
        unsigned lot = draw(&mix->all, 40);
        int which = (int)draw(&mix->all, (unsigned)mix->used);
        if (lot == 0)
            renew(mix, which);
        else
            one(mix, step, which);
        lot = draw(&mix->own, mix->idle);
        if (lot == 0 && mix->count)
            finish_any(mix);
        else if (lot == 1)
            finish_all(mix);
        else if (lot == 2)
            usleep(draw(&mix->own, 300));
        else if (lot == 3)
            add(mix);
    }
    finish_all(mix);
    end(mix);
    return NULL;
}

/* The same by each thread, but with lots of its own. */
static void run_all(int seed)
{
    static struct mix mixes[THREADS];
    pthread_t ids[THREADS];
    for (int i = 0; i < THREADS; i++) {
        mixes[i] = (struct mix){
            .all = (uint64_t)(seed * 977 + i),
            .own = (uint64_t)(seed * 1013 + i * 77 + world_rank() * 131071)};
        MPI_Comm_dup(MPI_COMM_WORLD, &mixes[i].parent);
    }
    for (int i = 1; i < THREADS; i++)
        CHECK(pthread_create(&ids[i], NULL, run, &mixes[i]) == 0);
    run(&mixes[0]);
    for (int i = 1; i < THREADS; i++)
        CHECK(pthread_join(ids[i], NULL) == 0);
    for (int i = 0; i < THREADS; i++)
        MPI_Comm_free(&mixes[i].parent);
}

/* By hand: mix FIRST LAST for those seeds. */
int main(int argc, char **argv)
{
    /* Those that met a hang, once. */
    static const int seeds[] = {20, 35, 40, 51};
    int provided, first = argc > 2 ? atoi(argv[1]) : 0;
    int last = argc > 2 ? atoi(argv[2]) : 3;
    MPI_Init_thread(&argc, &argv,
                    THREADS > 1 ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE,
                    &provided);
    for (int i = first; i <= last; i++)
        run_all(argc > 2 ? i : seeds[i]);
    MPI_Finalize();
    return 0;
}
