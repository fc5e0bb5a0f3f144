/*
 * Nothing tells the ready sends that their receives are posted.
 *
 * np: 2
 * verdict: potential
 * finding: P2P-READY-UNORDERED send=1@send receive=0@receive count=1
 * finding: P2P-READY-UNORDERED send=1@start receive=0@second count=1
 * twin: ready_posted.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request request;
    int rank, value = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Irecv(&value, 1, MPI_INT, 1, 0, comm, &request); /* @receive */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 1, 1, comm, /* @second */
                 MPI_STATUS_IGNORE);
    } else {
        MPI_Rsend(&value, 1, MPI_INT, 0, 0, comm); /* @send */
        MPI_Rsend_init(&value, 1, MPI_INT, 0, 1, comm, &request);
        MPI_Start(&request); /* @start */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    }
    MPI_Finalize();
    return 0;
}
