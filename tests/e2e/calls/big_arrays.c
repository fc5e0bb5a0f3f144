/*
 * Calls with more arguments than a ring has room for at once.
 *
 * np: 2
 * verdict: clean
 * calls: 0=60007 1=60007
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, i, blocks = 300000, requests = 30000;
    int *lengths = malloc(blocks * sizeof(int));
    int *places = malloc(blocks * sizeof(int));
    MPI_Request *request = malloc(2 * requests * sizeof(MPI_Request));
    MPI_Status *status = malloc(2 * requests * sizeof(MPI_Status));
    MPI_Datatype type;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < blocks; i++) {
        lengths[i] = 1;
        places[i] = 2 * i;
    }
    MPI_Type_indexed(blocks, lengths, places, MPI_INT, &type);
    MPI_Type_free(&type);
    MPI_Barrier(MPI_COMM_WORLD);
    for (i = 0; i < requests; i++) {
        MPI_Irecv(&places[i], 1, MPI_INT, rank, 0, MPI_COMM_WORLD,
                  &request[i]);
        MPI_Isend(&lengths[i], 1, MPI_INT, rank, 0, MPI_COMM_WORLD,
                  &request[requests + i]);
    }
    MPI_Waitall(2 * requests, request, status);
    MPI_Finalize();
    free(status);
    free(request);
    free(places);
    free(lengths);
    return 0;
}
