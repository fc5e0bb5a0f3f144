/*
 * Receives from any source, completed by waitany.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size, value[9] = {0}, i, index;
    MPI_Request requests[9];
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (i = 0; i + 1 < size && rank == 0; i++)
        MPI_Irecv(&value[i], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &requests[i]);
    for (i = 0; i + 1 < size && rank == 0; i++)
        MPI_Waitany(size - 1, requests, &index, &status);
    if (rank > 0)
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    MPI_Finalize();
    return 0;
}
