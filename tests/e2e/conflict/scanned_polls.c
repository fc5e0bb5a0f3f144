/*
 * As scanned.c, but it is gone through until all is there: by a loop around it,
 * by one around the function, by one that begins anew at the end, and by one
 * that asks another function for more. (With MPICH nothing comes while the
 * target does not call it.)
 *
 * np: 2
 * flavours: abi openmpi
 * verdict: clean
 */
#include <mpi.h>
#include <stdio.h>

#define COUNT 4

static void again_and_again(volatile int *flags)
{
    int there, i;

    do {
        there = 0;
        for (i = 0; i < COUNT; i++)
            if (flags[i] == 1)
                there++;
    } while (there < COUNT);
}

static int all_there(volatile int *flags)
{
    int i;

    for (i = 0; i < COUNT; i++)
        if (flags[i] != 1)
            return 0;
    return 1;
}

static int count_set(volatile int *flags)
{
    int there = 0, i;

    for (i = 0; i < COUNT; i++)
        there += flags[i] == 1;
    return there;
}

static void by_count(volatile int *flags)
{
    while (count_set(flags) < COUNT)
        continue;
}

static void around(volatile int *flags)
{
    int seen[COUNT] = {0}, there = 0, i = 0;

    while (there < COUNT) {
        if (flags[i] == 1 && !seen[i])
            there += seen[i] = 1;
        i = (i + 1) % COUNT;
    }
}

/* Of the same flag, as this function has it. */
static volatile int *next(volatile int *flags)
{
    return flags;
}

static void by_another(volatile int *flags, MPI_Win window)
{
    int tries = 0;

    while (*next(flags) != 1)
        if (tries++ % 100 == 0)
            MPI_Win_sync(window);
}

static void wait_for(int how, int *flags, MPI_Win window)
{
    int i;

    for (i = 0; i < COUNT; i++)
        flags[i] = 0;
    MPI_Win_sync(window);
    MPI_Barrier(MPI_COMM_WORLD);
    switch (how) {
    case 0:
        again_and_again(flags);
        break;
    case 1:
        while (!all_there(flags))
            continue;
        break;
    case 2:
        around(flags);
        break;
    case 3:
        by_another(flags, window);
        break;
    default:
        by_count(flags);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, how, ones[COUNT] = {1, 1, 1, 1}, *flags;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(COUNT * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &flags, &window);
    MPI_Win_lock_all(0, window);
    for (how = 0; how < 5; how++) {
        if (rank == 1) {
            wait_for(how, flags, window);
            continue;
        }
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Put(ones, COUNT, MPI_INT, 1, 0, COUNT, MPI_INT, window);
        MPI_Win_flush(1, window);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
