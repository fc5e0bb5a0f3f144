/*
 * The root scatters doubles, and one process expects integers.
 *
 * np: 3
 * verdict: error
 * finding: COLL-TYPE-MISMATCH send=1@scatter receive=2@scatter
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
    MPI_Scatter(others, 2, MPI_DOUBLE, numbers, rank == 2 ? 4 : 2, rank == 2 ? MPI_INT : MPI_DOUBLE, 1, MPI_COMM_WORLD); /* @scatter */
    MPI_Finalize();
    return 0;
}
