/*
 * Neighbours exchange by nonblocking operations.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value[2] = {0, 0}, step;
    MPI_Request requests[4];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (step = 0; step < 20; step++) {
        MPI_Irecv(&value[0], 1, MPI_INT, (rank + 2) % 3, 0, MPI_COMM_WORLD,
                  &requests[0]);
        MPI_Irecv(&value[1], 1, MPI_INT, (rank + 1) % 3, 1, MPI_COMM_WORLD,
                  &requests[1]);
        MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % 3, 0, MPI_COMM_WORLD,
                  &requests[2]);
        MPI_Isend(&rank, 1, MPI_INT, (rank + 2) % 3, 1, MPI_COMM_WORLD,
                  &requests[3]);
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
