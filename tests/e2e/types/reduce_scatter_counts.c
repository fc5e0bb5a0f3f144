/*
 * Processes give different counts to a reduce_scatter.
 *
 * np: 2
 * verdict: error
 * finding: COLL-COUNT-MISMATCH call=0@reduce other=1@reduce
 * hangs: maybe
 * twin: coll_same.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int left[2] = {2, 3}, right[2] = {3, 2};
    int rank, size, numbers[64] = {0}, others[64] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Reduce_scatter(numbers, others, rank == 0 ? left : right, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* @reduce */
    MPI_Finalize();
    return 0;
}
