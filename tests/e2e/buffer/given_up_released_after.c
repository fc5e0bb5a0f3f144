/*
 * As given_up_released.c; the buffers are freed when all messages have been
 * sent before, are never, after MPI_Comm_disconnect, which waits for them, or
 * after MPI_Finalize.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>

/* The receive may be complete only as the communicator goes. */
static void disconnect(int rank, int *buffer)
{
    MPI_Request request;
    MPI_Comm comm;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    if (rank == 0) {
        MPI_Send(&rank, 1, MPI_INT, 1, 3, comm);
    } else {
        MPI_Irecv(buffer, 1, MPI_INT, 0, 3, comm, &request);
        MPI_Request_free(&request);
    }
    MPI_Comm_disconnect(&comm);
    free(buffer);
}

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
    disconnect(rank, malloc(sizeof(int)));
    free(persistent);
    if (rank == 0)
        free(behind);
    MPI_Finalize();
    free(whenever);
    return 0;
}
