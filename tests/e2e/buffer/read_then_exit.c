/*
 * A program reads what a pending receive stores into, and gives up for what it
 * finds there.
 *
 * np: 1
 * verdict: error
 * needs: x86-64
 * finding: BUFFER-ACCESSED-EARLY begin=0@irecv load=0@look
 * finding: CALL-NO-FINALIZE exit=0@exit call=0@irecv
 * status: 3
 * twin: read_then_ends.c
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, number = -1;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Irecv(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request); /* @irecv */
    if (number < 0) /* @look */
        exit(3); /* @exit */
    MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
