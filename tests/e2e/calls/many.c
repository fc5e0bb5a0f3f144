/*
 * More calls than a ring has room for: none is dropped.
 *
 * np: 2
 * verdict: clean
 * ways: all launcher
 * calls: 0=300004 1=300004
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, flag, i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < 100000; i++) {
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        MPI_Initialized(&flag);
        MPI_Comm_size(MPI_COMM_WORLD, &flag);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
