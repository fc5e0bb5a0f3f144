/*
 * A probe from any source says how much room is needed.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size, value[16] = {0}, i, count;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (i = 1; i < size && rank == 0; i++) {
        MPI_Probe(MPI_ANY_SOURCE, 0, comm, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        MPI_Recv(value, count, MPI_INT, status.MPI_SOURCE, 0, comm,
                 MPI_STATUS_IGNORE);
    }
    if (rank > 0)
        MPI_Send(value, rank * 4, MPI_INT, 0, 0, comm);
    MPI_Finalize();
    return 0;
}
