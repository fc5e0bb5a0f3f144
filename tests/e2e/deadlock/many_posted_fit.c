/*
 * Many receives are posted, and all find their messages.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>

#define N 30000

int main(int argc, char **argv)
{
    int rank, i, *values = malloc(N * sizeof(int));
    MPI_Request *requests = malloc(N * sizeof(MPI_Request));

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (i = 0; i < N; i++)
            MPI_Irecv(&values[i], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[i]);
        MPI_Waitall(N, requests, MPI_STATUSES_IGNORE);
    } else
        for (i = 0; i < N; i++)
            MPI_Send(&i, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Finalize();
    free(requests);
    free(values);
    return 0;
}
