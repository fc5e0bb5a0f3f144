/*
 * What another process puts is printed, once, before a call that polls make,
 * too.
 *
 * np: 2
 * needs: x86-64
 * verdict: error
 * finding: RMA-LOCAL-CONFLICT load=0@load put=1@put
 * twin: polled_shown.c
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, value, one = 1, *base;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    base[0] = 0;
    MPI_Win_lock_all(0, window);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        value = base[0]; /* @load */
        printf("%d\n", value);
        MPI_Win_sync(window);
        printf("%d\n", value);
    } else {
        MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, window); /* @put */
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
