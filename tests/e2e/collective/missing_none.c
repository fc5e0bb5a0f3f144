/*
 * All members call the operation; and those who are not members do not.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, number = 0, sum = 0;
    MPI_Comm part;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Reduce(&number, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0, 0, &part);
    if (rank > 0)
        MPI_Reduce(&number, &sum, 1, MPI_INT, MPI_SUM, 0, part);
    MPI_Comm_free(&part);
    MPI_Finalize();
    return 0;
}
