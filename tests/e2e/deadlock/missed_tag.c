/*
 * A message is sent with one tag and waited for with another: the report says
 * so.
 *
 * np: 3
 * verdict: error
 * unless: send=sync
 * finding: DEADLOCK waits=0@recv waits=1@finalize missed=1@send ranks=0,1,2
 * hangs: maybe
 * twin: recv_then_finish.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, number = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        MPI_Send(&number, 1, MPI_INT, 0, 1, MPI_COMM_WORLD); /* @send */
    if (rank == 0)
        MPI_Recv(&number, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @recv */
    MPI_Finalize(); /* @finalize */
    return 0;
}
