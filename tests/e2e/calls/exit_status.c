/*
 * The application's exit status is that of murmel run, where nothing is found.
 *
 * np: 2
 * verdict: clean
 * ways: all launcher
 * status: 3
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 3;
}
