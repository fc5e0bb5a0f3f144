/*
 * The application starts another program, into which the preload lands too.
 *
 * np: 2
 * verdict: clean
 * calls: 0=3 1=3
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int failed;

    MPI_Init(&argc, &argv);
    failed = system("/bin/true");
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return failed;
}
