/*
 * A process that is not the root gives MPI_IN_PLACE to a reduction.
 *
 * np: 2
 * verdict: error
 * finding: COLL-IN-PLACE call=1@reduce
 * hangs: maybe
 * twin: coll_same.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, refused, numbers[64] = {0}, others[64] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    refused = MPI_Reduce(rank == 1 ? MPI_IN_PLACE : numbers, others, 4, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD); /* @reduce */
    if (rank == 1 && refused != MPI_SUCCESS)
        MPI_Reduce(numbers, others, 4, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
