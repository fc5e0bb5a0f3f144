/*
 * A receive that is never completed, as no message comes for it.
 *
 * np: 2
 * verdict: error
 * finding: P2P-UNMATCHED-RECEIVE receive=1@receive ranks=1
 * twin: cancelled.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    int received;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        MPI_Irecv(&received, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request); /* @receive */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
