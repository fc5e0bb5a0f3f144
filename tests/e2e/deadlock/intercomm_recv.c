/*
 * Both sides of an intercommunicator receive before they send.
 *
 * np: 2
 * verdict: error
 * finding: DEADLOCK waits=0@here waits=1@here
 * says: communicator 1: rank 0 and rank 1
 * twin: intercomm_exchange.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, !rank, 3, &comm);
    MPI_Recv(&value, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE); /* @here */
    MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
