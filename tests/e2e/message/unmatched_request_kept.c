/*
 * A receive that no message comes for is pending on a communicator that is
 * freed: its request is there still.
 *
 * np: 2
 * verdict: error
 * finding: P2P-UNMATCHED-RECEIVE receive=*@receive ranks=0,1 count=2
 * twin: unreceived_comm_kept.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in;
    MPI_Comm comm;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Irecv(&in, 1, MPI_INT, 1 - rank, 0, comm, &request); /* @receive */
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
