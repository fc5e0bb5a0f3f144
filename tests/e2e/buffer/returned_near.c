/*
 * A variable of a function that returned is where the frames of the functions
 * are that are called then, also that of the call which completes the
 * operation.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-GONE begin=0@get then=0@fence
 * says: it was a variable of a function that has returned
 * twin: returned_after.c
 */
#include <mpi.h>

__attribute__((noinline)) static void get(MPI_Win window)
{
    int in[2];

    MPI_Get(in, 2, MPI_INT, 1, 0, 2, MPI_INT, window); /* @get */
}

int main(int argc, char **argv)
{
    int rank, *base;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    MPI_Win_fence(0, window);
    if (rank == 0)
        get(window);
    MPI_Win_fence(0, window); /* @fence */
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
