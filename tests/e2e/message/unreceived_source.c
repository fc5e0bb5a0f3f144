/*
 * The receive names another source.
 *
 * np: 3
 * verdict: error
 * unless: send=sync
 * finding: P2P-UNRECEIVED send=0@send near=1@receive
 * twin: received.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    int sent = 1, received;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Isend(&sent, 1, MPI_INT, 1, 7, MPI_COMM_WORLD, &request); /* @send */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Irecv(&received, 1, MPI_INT, 2, 7, MPI_COMM_WORLD, &request); /* @receive */
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
