/*
 * Variables of each thread that take more memory than Murmel's own thread needs
 * of its stack, where the C library puts them.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

static _Thread_local int values[1 << 20];

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    values[rank] = rank;
    if (rank == 0)
        MPI_Send(values, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(values, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
