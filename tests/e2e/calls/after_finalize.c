/*
 * An MPI function is called after MPI_Finalize.
 *
 * np: 2
 * verdict: error
 * ways: all
 * finding: CALL-AFTER-FINALIZE call=*@late call=*@finalize ranks=0,1 count=2
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
