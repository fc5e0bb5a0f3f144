/*
 * Data that begin where their block of memory does, or go backwards as far as
 * that; of blocks of all sizes, also such that end where the next one begins.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>

#define BLOCKS 40

static int global[8], behind[8];

int main(int argc, char **argv)
{
    char *blocks[BLOCKS];
    int local[8] = {0};
    int rank, size, *data = calloc(16, sizeof *data);
    MPI_Request *requests = malloc(2 * sizeof *requests);
    MPI_Datatype backwards, four;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (size = 1; size <= BLOCKS; size++)
        blocks[size - 1] = calloc((size_t)size, 1);
    MPI_Type_create_hvector(3, 1, -8, MPI_INT, &backwards);
    MPI_Type_commit(&backwards);
    requests[0] = requests[1] = MPI_REQUEST_NULL;
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (size = 1; size <= BLOCKS; size++) {
        char *block = blocks[size - 1];

        if (rank == 0) {
            MPI_Send(block, size, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
            MPI_Send(block + size - 1, 1, MPI_CHAR, 1, 1, MPI_COMM_WORLD);
        } else {
            MPI_Recv(block, size, MPI_CHAR, 0, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            MPI_Recv(block + size - 1, 1, MPI_CHAR, 0, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        }
    }
    if (rank == 0)
        MPI_Send(data + 4, 1, backwards, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(data + 4, 1, backwards, 0, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Type_contiguous(4, MPI_INT, &four);
    MPI_Type_commit(&four);
    MPI_Bcast(data + 16, 0, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(data + 12, 1, four, 0, MPI_COMM_WORLD);
    MPI_Bcast(global, 2, four, 0, MPI_COMM_WORLD);
    MPI_Bcast(local, 2, four, 0, MPI_COMM_WORLD);
    MPI_Type_free(&four);
    MPI_Type_free(&backwards);
    for (size = 1; size <= BLOCKS; size++)
        free(blocks[size - 1]);
    free(requests);
    free(data);
    MPI_Finalize();
    return behind[0];
}
