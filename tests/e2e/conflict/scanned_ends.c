/*
 * The target goes through what another process puts there, and ends the program
 * where it is not what it ought to be: who has ended looks at nothing again.
 *
 * np: 2
 * compiler: mpicc
 * needs: x86-64
 * verdict: error
 * finding: RMA-LOCAL-CONFLICT load=1@aborts put=0@put
 * finding: RMA-LOCAL-CONFLICT load=1@exits put=0@put
 * finding: RMA-LOCAL-CONFLICT load=1@asserts put=0@put
 * twin: scanned_polls.c
 */
#include <assert.h>
#include <mpi.h>
#include <stdlib.h>

#define COUNT 16

static void abort_if_wrong(const int *numbers, MPI_Win window)
{
    int i;

    MPI_Win_fence(0, window);
    for (i = 0; i < COUNT; i++)
        if (numbers[i] != i) /* @aborts */
            MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_fence(0, window);
}

static void exit_if_wrong(const int *numbers, MPI_Win window)
{
    int i;

    MPI_Win_fence(0, window);
    for (i = 0; i < COUNT; i++)
        if (numbers[i] != i) /* @exits */
            exit(1);
    MPI_Win_fence(0, window);
}

static void assert_right(const int *numbers, MPI_Win window)
{
    int i;

    MPI_Win_fence(0, window);
    for (i = 0; i < COUNT; i++)
        assert(numbers[i] == i); /* @asserts */
    MPI_Win_fence(0, window);
}

static void put(MPI_Win window)
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
        put(window);
    } else {
        abort_if_wrong(base, window);
        exit_if_wrong(base, window);
        assert_right(base, window);
    }
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
