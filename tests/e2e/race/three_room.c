/*
 * Each of three receives from any source has room for any of the messages.
 *
 * np: 4
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, i, value[4] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    for (i = 0; i < 3 && rank == 0; i++)
        MPI_Recv(value, 4, MPI_INT, MPI_ANY_SOURCE, 0, comm,
                 MPI_STATUS_IGNORE);
    if (rank > 0)
        MPI_Send(value, rank, MPI_INT, 0, 0, comm);
    MPI_Finalize();
    return 0;
}
