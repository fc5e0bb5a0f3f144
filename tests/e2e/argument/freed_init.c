/*
 * The buffer of a persistent send was freed before that was made.
 *
 * np: 2
 * verdict: error
 * finding: ARG-NO-MEMORY call=*@init ranks=0,1
 * says: but that block of memory was freed
 * flavours: abi (the others take that block again themselves)
 * twin: freed_init_later.c
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    double *sent = calloc(4096, sizeof *sent), *received = calloc(4096, sizeof *received);
    MPI_Request requests[2];
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    free(sent);
    MPI_Send_init(sent, 4096, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]); /* @init */
    MPI_Recv_init(received, 4096, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Startall(2, requests);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    free(received);
    MPI_Finalize();
    return 0;
}
