/*
 * An MPI function is called after MPI_Finalize.
 *
 * np: 1
 * verdict: error
 * ways: all
 * finding: CALL-AFTER-FINALIZE call=0@late call=0@finalize
 * twin: anytime.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int size;

    MPI_Init(&argc, &argv);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize(); /* @finalize */
    MPI_Comm_size(MPI_COMM_WORLD, &size); /* @late */
    return 0;
}
