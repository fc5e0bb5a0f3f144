/*
 * native.c - what an instrumented load and store cost (`murmel cc`): prints
 * nanoseconds of CPU of each, of memory that nobody watches, of such that
 * shares pages with a window, and of a window.  2 ranks.
 */
#include <mpi.h>
#include <stdio.h>
#include <time.h>

#define ITEMS  1000
#define ROUNDS 20000

/* In the same page as what is watched, too. */
static struct {
    long apart[ITEMS], window[ITEMS];
} memory;
static long elsewhere[ITEMS];

static double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* A load and a store of each item. */
static __attribute__((noinline)) double each(long *items)
{
    double began = now();
    int i, round;

    for (round = 0; round < ROUNDS; round++)
        for (i = 0; i < ITEMS; i++)
            items[i] += i ^ round;
    return (now() - began) / (2.0 * ITEMS * ROUNDS);
}

int main(int argc, char **argv)
{
    double cost[3];
    MPI_Win window;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory.window, sizeof memory.window, 1, MPI_INFO_NULL,
                   MPI_COMM_WORLD, &window);
    cost[0] = each(elsewhere);
    cost[1] = each(memory.apart);
    cost[2] = each(memory.window);
    if (rank == 0)
        printf("elsewhere %.2f ns\nbeside %.2f ns\nwindow %.2f ns\n", cost[0],
               cost[1], cost[2]);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
