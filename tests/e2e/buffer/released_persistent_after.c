/*
 * The memory of persistent operations is freed when they are started no more,
 * before and after their requests are.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, value = 0, *sent = malloc(64 * sizeof *sent), *never = malloc(64 * sizeof *never);
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    sent[0] = never[0] = 0;
    if (rank == 0) {
        MPI_Send_init(sent, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Recv_init(never, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[1]);
        free(never);
        MPI_Request_free(&requests[1]);
        MPI_Start(&requests[0]);
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
        free(sent);
        MPI_Request_free(&requests[0]);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        free(sent);
        free(never);
    }
    MPI_Finalize();
    return 0;
}
