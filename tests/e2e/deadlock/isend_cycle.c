/*
 * Each of three processes sends to the next, nonblocking, and then receives.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Issend(&rank, 1, MPI_INT, (rank + 1) % 3, 7, MPI_COMM_WORLD, &request);
    MPI_Recv(&value, 1, MPI_INT, (rank + 2) % 3, 7, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
