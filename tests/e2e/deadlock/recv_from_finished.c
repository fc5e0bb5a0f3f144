/*
 * A process waits for a message of one that has called MPI_Finalize.
 *
 * np: 2
 * verdict: error
 * finding: DEADLOCK waits=0@recv call=1@finalize
 * says: but rank 1 has called MPI_Finalize
 * twin: recv_then_finish.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, /* @recv */
                 MPI_STATUS_IGNORE);
    MPI_Finalize(); /* @finalize */
    return 0;
}
