/*
 * A nonblocking all-to-all meets a blocking one (acceptance E10).
 *
 * np: 2
 * verdict: error
 * finding: COLL-BLOCKING-MISMATCH call=0@nonblocking call=1@blocking
 * hangs: maybe
 * twin: ialltoall.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, send[2] = {1, 2}, recv[2];
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Ialltoall(send, 1, MPI_INT, recv, 1, MPI_INT, MPI_COMM_WORLD, &request); /* @nonblocking */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Alltoall(send, 1, MPI_INT, recv, 1, MPI_INT, MPI_COMM_WORLD); /* @blocking */
    }
    MPI_Finalize();
    return 0;
}
