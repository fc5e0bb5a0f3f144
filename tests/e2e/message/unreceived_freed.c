/*
 * The communicator is freed before the message is received.
 *
 * np: 2
 * verdict: error
 * unless: send=sync
 * finding: P2P-UNRECEIVED send=0@send
 * twin: received_freed.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    int sent = 1;
    MPI_Request request;
    MPI_Comm other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    if (rank == 0) {
        MPI_Isend(&sent, 1, MPI_INT, 1, 7, other, &request); /* @send */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&other);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
