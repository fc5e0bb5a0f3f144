/*
 * The target goes through what another process puts there, and ends the program
 * where it is not what it ought to be: by a function of its own, or in what the
 * compiler has put apart, as it is unlikely.
 *
 * np: 2
 * compiler: mpicc
 * needs: x86-64
 * flags: -O2
 * verdict: error
 * finding: RMA-LOCAL-CONFLICT load=1@aborts put=0@put
 * finding: RMA-LOCAL-CONFLICT load=1@dies put=0@put
 * twin: scanned_returns.c
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT 16
#define FUNCTION __attribute__((noinline)) static

FUNCTION void die(const char *why, int at)
{
    fprintf(stderr, "%s: %d\n", why, at);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

FUNCTION void abort_if_wrong(const int *numbers, MPI_Win window)
{
    int i;

    MPI_Win_fence(0, window);
    for (i = 0; i < COUNT; i++)
        if (numbers[i] != i) /* @aborts */
            abort();
    MPI_Win_fence(0, window);
}

FUNCTION void die_if_wrong(const int *numbers, MPI_Win window)
{
    int i;

    MPI_Win_fence(0, window);
    for (i = 0; i < COUNT; i++)
        if (numbers[i] != i) /* @dies */
            die("wrong", i);
    MPI_Win_fence(0, window);
}

FUNCTION void put(MPI_Win window)
{
    int numbers[COUNT], i;

    for (i = 0; i < COUNT; i++)
        numbers[i] = i;
    MPI_Win_fence(0, window);
    MPI_Put(numbers, COUNT, MPI_INT, 1, 0, COUNT, MPI_INT, window); /* @put */
    MPI_Win_fence(0, window);
}

int main(int argc, char **argv)
{
    int rank, i, *base;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(COUNT * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    for (i = 0; i < COUNT; i++)
        base[i] = i;
    MPI_Win_fence(0, window);
    if (rank == 0) {
        put(window);
        put(window);
    } else {
        abort_if_wrong(base, window);
        die_if_wrong(base, window);
    }
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
