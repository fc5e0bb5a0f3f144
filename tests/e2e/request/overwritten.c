/*
 * The variable of a request is used again before the request is completed, of
 * a receive, of the second item of an array, of a persistent one: the first
 * request is lost.
 *
 * np: 2
 * verdict: error
 * finding: REQUEST-NOT-COMPLETED made=1@lost overwritten=1@again
 * finding: REQUEST-NOT-COMPLETED made=1@item overwritten=1@item_again
 * finding: LEAK-REQUEST made=0@init overwritten=0@init_again
 * twin: overwritten_copied.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    int values[4] = {1, 2, 3, 4}, i;
    MPI_Request request, requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (i = 0; i < 4; i++)
            MPI_Send(&values[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD);
        MPI_Send_init(&values[0], 1, MPI_INT, 1, 5, MPI_COMM_WORLD, &request); /* @init */
        MPI_Send_init(&values[1], 1, MPI_INT, 1, 6, MPI_COMM_WORLD, &request); /* @init_again */
        MPI_Request_free(&request);
    } else {
        MPI_Irecv(&values[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request); /* @lost */
        MPI_Irecv(&values[1], 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &request); /* @again */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        requests[0] = MPI_REQUEST_NULL;
        MPI_Irecv(&values[2], 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &requests[1]); /* @item */
        MPI_Irecv(&values[3], 1, MPI_INT, 0, 3, MPI_COMM_WORLD, &requests[1]); /* @item_again */
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
