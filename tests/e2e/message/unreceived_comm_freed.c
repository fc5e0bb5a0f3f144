/*
 * The receive is on another communicator, which nobody has any more when the
 * job ends.
 *
 * np: 2
 * verdict: error
 * unless: send=sync
 * finding: P2P-UNRECEIVED send=0@send near=1@receive
 * twin: unreceived_comm_kept.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    int sent = 1, received;
    MPI_Request request;
    MPI_Comm other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    if (rank == 1) {
        MPI_Irecv(&received, 1, MPI_INT, 0, 8, other, &request); /* @receive */
        MPI_Request_free(&request);
    }
    if (rank == 0)
        MPI_Send(&sent, 1, MPI_INT, 1, 8, MPI_COMM_WORLD); /* @send */
    MPI_Comm_free(&other);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
