/*
 * A receive without a message, on a communicator that nobody has any more when
 * the job ends.
 *
 * np: 2
 * verdict: error
 * finding: P2P-UNMATCHED-RECEIVE receive=1@receive ranks=1
 * twin: unreceived_comm_kept.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    int received;
    MPI_Request request;
    MPI_Comm other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    if (rank == 1) {
        MPI_Irecv(&received, 1, MPI_INT, 0, 8, other, &request); /* @receive */
        MPI_Request_free(&request);
    }
    MPI_Comm_free(&other);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
