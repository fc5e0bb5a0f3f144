/*
 * Polls that look once before their loop: by the program, and by the compiler,
 * which makes `if ... do ... while` of `while`; by functions that call each other
 * in turns; and of a copy of all flags.
 *
 * np: 2
 * compiler: mpicc
 * verdict: clean
 */
#include <mpi.h>
#include <string.h>

#define COUNT 32

static void by_loop(volatile int *flags, MPI_Win window)
{
    int flag;

    while (flags[0] != 1) {
        MPI_Iprobe(0, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        MPI_Win_sync(window);
    }
}

static void at_first(volatile int *flags, MPI_Win window)
{
    if (flags[0] == 1)
        return;
    by_loop(flags, window);
}

static void in_turns(volatile int *flags, MPI_Win window);

static __attribute__((noinline)) void other_turn(volatile int *flags,
                                                 MPI_Win window)
{
    int flag;

    MPI_Iprobe(0, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    in_turns(flags, window);
}

static __attribute__((noinline)) void in_turns(volatile int *flags,
                                               MPI_Win window)
{
    MPI_Win_sync(window);
    if (flags[0] != 1)
        other_turn(flags, window);
}

static void of_copy(volatile int *flags, MPI_Win window)
{
    int copy[COUNT], there, i, flag;

    do {
        MPI_Iprobe(0, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        MPI_Win_sync(window);
        memcpy(copy, (void *)flags, sizeof copy);
        for (there = 0, i = 0; i < COUNT; i++)
            there += copy[i];
    } while (there < COUNT);
}

static void one_round(void (*wait)(volatile int *, MPI_Win), int rank, int *flags,
                      MPI_Win window)
{
    int ones[COUNT], i;

    for (i = 0; i < COUNT; i++)
        ones[i] = 1;
    memset(flags, 0, sizeof ones);
    MPI_Win_sync(window);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Put(ones, COUNT, MPI_INT, 1, 0, COUNT, MPI_INT, window);
        MPI_Win_flush(1, window);
    } else {
        MPI_Win_sync(window);
        wait(flags, window);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, *flags;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(COUNT * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &flags, &window);
    MPI_Win_lock_all(0, window);
    one_round(by_loop, rank, flags, window);
    one_round(at_first, rank, flags, window);
    one_round(in_turns, rank, flags, window);
    one_round(of_copy, rank, flags, window);
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
