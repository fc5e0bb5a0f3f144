/*
 * A broadcast of integers, received as floating point numbers.
 *
 * np: 2
 * verdict: error
 * finding: COLL-TYPE-MISMATCH call=0@bcast other=1@bcast
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
    MPI_Bcast(numbers, 10, rank == 0 ? MPI_INT : MPI_FLOAT, 0, MPI_COMM_WORLD); /* @bcast */
    MPI_Finalize();
    return 0;
}
