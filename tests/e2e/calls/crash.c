/*
 * A rank crashes, outside of MPI.
 *
 * np: 2
 * verdict: error
 * finding: PROCESS-CRASHED call=1@barrier
 * twin: exit_status.c
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int rank, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD); /* @barrier */
    if (rank == 1)
        *(volatile int *)NULL = 1;
    MPI_Recv(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
