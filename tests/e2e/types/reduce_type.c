/*
 * Processes reduce different types.
 *
 * np: 2
 * verdict: error
 * finding: COLL-TYPE-MISMATCH call=0@reduce other=1@reduce
 * hangs: maybe
 * twin: coll_same.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    _Alignas(double) char numbers[256] = {0}, others[256] = {0};
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Reduce(numbers, others, 4, rank == 0 ? MPI_INT : MPI_FLOAT, MPI_SUM, 0, MPI_COMM_WORLD); /* @reduce */
    MPI_Finalize();
    return 0;
}
