/*
 * Prints, at rank 0, what MPI calls cost: lines "name CPU WALL" in ns.  Run
 * with 2 ranks; by run.py, plain and under Murmel.
 */
#include <mpi.h>
#include <stdio.h>
#include <time.h>

#define CALLS 200000
#define PAIRS 10000

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

int main(int argc, char **argv)
{
    int rank, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    pairs(rank);
    if (rank == 0) {
        local_calls();
        self_pairs();
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
