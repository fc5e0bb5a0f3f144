/*
 * Many small messages, of which some MPIs give all one handle, are completed
 * in an order of their own, and their buffers are received into then.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

#define N 8

int main(int argc, char **argv)
{
    int rank, values[N] = {0}, i;
    MPI_Request requests[N];
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        for (i = 0; i < N; i++)
            MPI_Isend(&values[i], 1, MPI_INT, 1, 0, comm, &requests[i]);
        for (i = N - 1; i >= 0; i--) {
            MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
            MPI_Recv(&values[i], 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);
        }
    } else {
        for (i = 0; i < N; i++)
            MPI_Recv(&values[i], 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
        for (i = 0; i < N; i++)
            MPI_Send(&values[i], 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
