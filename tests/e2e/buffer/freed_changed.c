/*
 * The request of a send is freed, and the buffer changed at once: nothing has
 * told that the send is complete.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-CHANGED-EARLY begin=0@send end=0@barrier
 * finding: BUFFER-CHANGED-EARLY begin=0@again end=0@receive
 * finding: BUFFER-CHANGED-EARLY begin=0@start end=0@last made=0@init
 * says: MPI_Request_free does not complete the operation, and before MPI_Barrier nothing could tell
 * twin: freed_changed_after.c
 */
#include <mpi.h>

#include "unfollowed.h"

int main(int argc, char **argv)
{
    int rank, value = 1, answer;
    MPI_Request request;

    unfollowed();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); /* @send */
        MPI_Request_free(&request);
        value = 2;
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD); /* @barrier */
    if (rank == 0) {
        MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); /* @again */
        value = 3;
        MPI_Request_free(&request);
        MPI_Recv(&answer, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @receive */
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    if (rank == 0) {
        MPI_Send_init(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); /* @init */
        MPI_Start(&request); /* @start */
        MPI_Request_free(&request);
        value = 4;
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD); /* @last */
    MPI_Finalize();
    return 0;
}
