/*
 * A process without a color is given no communicator, and does not use it.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Comm part;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? 0 : MPI_UNDEFINED, 0, &part);
    if (part != MPI_COMM_NULL)
        MPI_Barrier(part);
    if (part != MPI_COMM_NULL)
        MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}
