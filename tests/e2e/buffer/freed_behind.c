/*
 * As freed_between.c; all is freed and read when the receives are complete.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, i, number = 0;
    int *first = malloc(sizeof(int)), *second = malloc(sizeof(int)), *other = malloc(20);
    MPI_Request requests[3];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(first, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(second, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[1]);
        MPI_Irecv(&number, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, &requests[2]);
        free(other);
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
        rank = number;
        free(first);
        free(second);
    } else {
        for (i = 0; i < 3; i++)
            MPI_Send(&rank, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
