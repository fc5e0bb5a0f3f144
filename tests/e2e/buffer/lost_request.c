/*
 * One variable for two requests: nobody waits for the receive, whose buffer is
 * freed.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-GONE begin=0@receive free=0@free overwritten=0@send
 * finding: REQUEST-NOT-COMPLETED made=0@receive overwritten=0@send
 * says: Another call was given the variable that had its request.
 * twin: kept_request.c
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, got, *numbers = malloc(4 * sizeof(int)), *kept;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(numbers, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); /* @receive */
        MPI_Isend(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); /* @send */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        free(numbers); /* @free */
        kept = malloc(4 * sizeof(int));
        MPI_Barrier(MPI_COMM_WORLD);
        free(kept);
    } else {
        MPI_Recv(&got, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Send(numbers, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
        free(numbers);
    }
    MPI_Finalize();
    return 0;
}
