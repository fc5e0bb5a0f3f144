/*
 * As given_up_released.c; the buffers are freed when all messages have been
 * sent before, are never, or after MPI_Finalize.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, i, value = 1;
    int *behind = malloc(sizeof(int)), *whenever = malloc(sizeof(int)), *persistent = malloc(sizeof(int));
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Barrier(MPI_COMM_WORLD);
        for (i = 0; i < 5; i++)
            MPI_Send(&value, 1, MPI_INT, 1, i / 2, MPI_COMM_WORLD);
    } else {
        MPI_Irecv(behind, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        free(behind);
        MPI_Irecv(whenever, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);
        MPI_Request_free(&request);
        MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv_init(persistent, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &request);
        MPI_Start(&request);
        MPI_Request_free(&request);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    free(persistent);
    if (rank == 0)
        free(behind);
    MPI_Finalize();
    free(whenever);
    return 0;
}
