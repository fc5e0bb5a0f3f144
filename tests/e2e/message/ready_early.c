/*
 * The receive of the ready send is posted after a barrier that comes after the
 * send.
 *
 * np: 2
 * verdict: error
 * finding: P2P-READY-EARLY send=1@send receive=0@receive count=1
 * twin: ready_posted.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request request = MPI_REQUEST_NULL;
    int rank, value = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 1)
        MPI_Irsend(&value, 1, MPI_INT, 0, 0, comm, &request); /* @send */
    MPI_Barrier(comm);
    if (rank == 0)
        MPI_Irecv(&value, 1, MPI_INT, 1, 0, comm, &request); /* @receive */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
