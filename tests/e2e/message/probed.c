/*
 * A matched probe takes the message, and nobody receives it.
 *
 * np: 2
 * verdict: error
 * unless: send=sync
 * finding: P2P-UNRECEIVED send=0@send
 * twin: probed_received.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    int sent = 1;
    MPI_Request request;
    MPI_Message message;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Isend(&sent, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, &request); /* @send */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Mprobe(0, 7, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
