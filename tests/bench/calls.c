/*
 * Prints, at rank 0, what MPI calls cost: lines "name CPU WALL" in ns.  Run
 * with 2 ranks; by run.py, plain and under Murmel.
 */
#include <mpi.h>
#include <stdio.h>
#include <time.h>

#define CALLS  200000
#define PAIRS  10000
#define RMA    4000 /* so few that the ring has room for them */
#define WINDOW 32   /* messages under way at once, each way */
#define BATCH  100  /* RMA calls between two that complete them */

static double now(clockid_t clock)
{
    struct timespec time;

    clock_gettime(clock, &time);
    return time.tv_sec * 1e9 + time.tv_nsec;
}

struct timer {
    double cpu, wall;
};

static struct timer start(void)
{
    return (struct timer){now(CLOCK_THREAD_CPUTIME_ID), now(CLOCK_MONOTONIC)};
}

static void stop(const char *name, struct timer timer, int operations)
{
    printf("%s %.1f %.1f\n", name,
           (now(CLOCK_THREAD_CPUTIME_ID) - timer.cpu) / operations,
           (now(CLOCK_MONOTONIC) - timer.wall) / operations);
}

/* Only rank 0 works: the other core is the checker's. */
static void local_calls(void)
{
    struct timer timer;
    int rank, i;
    MPI_Datatype type;

    timer = start();
    for (i = 0; i < CALLS; i++)
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    stop("query", timer, CALLS);
    timer = start();
    for (i = 0; i < CALLS / 10; i++) {
        MPI_Type_contiguous(4, MPI_INT, &type);
        MPI_Type_free(&type);
    }
    stop("local", timer, CALLS / 10 * 2);
}

/* Messages to itself: nobody else is waited for, and the other core is the
 * checker's, so that this is what Murmel's own code costs the rank. */
static void self_pairs(void)
{
    struct timer timer = start();
    int i, in = 0, out = 0;
    MPI_Request request;

    for (i = 0; i < PAIRS; i++) {
        MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
        MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    stop("self", timer, PAIRS * 3);
}

/* For a message that comes only then. */
static void polls(void)
{
    struct timer timer;
    int i, in = 0, out = 0, flag;
    MPI_Request request;

    MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
    timer = start();
    for (i = 0; i < CALLS; i++)
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    stop("poll", timer, CALLS);
    MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

enum rma { PUT, GET, ACCUMULATE };

static void rma_call(enum rma rma, int *value, int at, MPI_Win win)
{
    if (rma == PUT)
        MPI_Put(value, 1, MPI_INT, 0, at, 1, MPI_INT, win);
    else if (rma == GET)
        MPI_Get(value, 1, MPI_INT, 0, at, 1, MPI_INT, win);
    else
        MPI_Accumulate(value, 1, MPI_INT, 0, at, 1, MPI_INT, MPI_SUM, win);
}

static void rma_calls(const char *name, enum rma rma, int fence, MPI_Win win)
{
    struct timespec pause = {0, 50000000}; /* the checker comes after */
    struct timer timer;
    int i, value[BATCH] = {0};

    nanosleep(&pause, NULL);
    timer = start();
    for (i = 0; i < RMA; i++) {
        rma_call(rma, &value[i % BATCH], 2 * (i % BATCH), win);
        if (i % BATCH < BATCH - 1)
            continue;
        if (fence)
            MPI_Win_fence(0, win);
        else
            MPI_Win_flush(0, win);
    }
    stop(name, timer, RMA);
}

/* To itself, for the same reason. */
static void rma(void)
{
    int *base;
    MPI_Win win;

    MPI_Win_allocate(4 * BATCH * sizeof *base, sizeof *base, MPI_INFO_NULL,
                     MPI_COMM_SELF, &base, &win);
    MPI_Win_lock_all(0, win);
    rma_calls("put", PUT, 0, win);
    rma_calls("get", GET, 0, win);
    rma_calls("accumulate", ACCUMULATE, 0, win);
    MPI_Win_unlock_all(win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    rma_calls("fence-put", PUT, 1, win);
    rma_calls("fence-get", GET, 1, win);
    rma_calls("fence-acc", ACCUMULATE, 1, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
}

static void pairs(int rank)
{
    struct timer timer = start();
    int i, value = 0;

    for (i = 0; i < PAIRS; i++) {
        if (rank == 0) {
            MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
            MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        } else {
            MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        }
    }
    if (rank == 0)
        stop("pair", timer, PAIRS);
}

static void windows(int rank)
{
    MPI_Request requests[2 * WINDOW];
    int in[WINDOW], out[WINDOW] = {0}, i, j;
    struct timer timer = start();

    for (i = 0; i < PAIRS / WINDOW; i++) {
        for (j = 0; j < WINDOW; j++)
            MPI_Irecv(&in[j], 1, MPI_INT, 1 - rank, j, MPI_COMM_WORLD,
                      &requests[j]);
        for (j = 0; j < WINDOW; j++)
            MPI_Isend(&out[j], 1, MPI_INT, 1 - rank, j, MPI_COMM_WORLD,
                      &requests[WINDOW + j]);
        MPI_Waitall(2 * WINDOW, requests, MPI_STATUSES_IGNORE);
    }
    if (rank == 0)
        stop("nonblocking", timer, PAIRS / WINDOW * WINDOW);
}

static void collectives(int rank)
{
    struct timer timer = start();
    int i, value = rank, sum;

    for (i = 0; i < PAIRS; i++)
        MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        stop("allreduce", timer, PAIRS);
}

int main(int argc, char **argv)
{
    int rank, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    pairs(rank);
    windows(rank);
    collectives(rank);
    if (rank == 0) {
        local_calls();
        self_pairs();
        polls();
        rma();
        MPI_Send(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    } else {
        struct timespec pause = {0, 1000000};
        int there = 0;

        while (!there) { /* without eating a core while it waits */
            nanosleep(&pause, NULL);
            MPI_Iprobe(0, 1, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
        }
        MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
