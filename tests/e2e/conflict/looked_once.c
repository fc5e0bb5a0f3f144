/*
 * The target compares a location while another process puts there: no loop has
 * it, so it is no poll.
 *
 * np: 2
 * verdict: error
 * finding: RMA-LOCAL-CONFLICT load=1@load put=0@put
 * twin: looked_again.c
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, value = 42, *base;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, comm, &base, &window);
    base[0] = 0;
    MPI_Barrier(comm);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, window);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window); /* @put */
        MPI_Barrier(comm);
        MPI_Win_unlock(1, window);
    } else {
        MPI_Barrier(comm);
        if (base[0] != 42) /* @load */
            printf("not yet\n");
    }
    MPI_Barrier(comm);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
