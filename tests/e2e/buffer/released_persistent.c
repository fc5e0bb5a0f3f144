/*
 * The memory of a persistent send is freed before the send is started.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-GONE begin=0@start free=0@free made=0@init count=1
 * says: Rank 0 frees memory that the operation of MPI_Send_init reads, and starts that operation afterwards.
 * twin: released_persistent_after.c
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, value = 0, *sent = malloc(64 * sizeof *sent);
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send_init(sent, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); /* @init */
        free(sent); /* @free */
        MPI_Start(&request); /* @start */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        free(sent);
    }
    MPI_Finalize();
    return 0;
}
