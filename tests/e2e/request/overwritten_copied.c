/*
 * The variable of a request is used again when its handle has been copied, or
 * the request is complete or freed.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, i;
    int values[4] = {1, 2, 3, 4};
    MPI_Request request, requests[4];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < 4; i++) {
        if (rank == 0)
            MPI_Isend(&values[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &request);
        else
            MPI_Irecv(&values[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &request);
        requests[i] = request;
    }
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    for (i = 0; i < 4; i++) {
        if (rank == 0)
            MPI_Isend(&values[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &request);
        else
            MPI_Irecv(&values[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Send_init(values, 1, MPI_INT, 1 - rank, i, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
    }
    MPI_Finalize();
    return 0;
}
