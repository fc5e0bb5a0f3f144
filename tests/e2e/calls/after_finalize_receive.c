/*
 * A receive is posted after MPI_Finalize: that no message comes for it is no
 * fault of its own.
 *
 * np: 1
 * verdict: error
 * finding: CALL-AFTER-FINALIZE call=0@late call=0@finalize
 * twin: anytime.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Request request;
    int value;

    MPI_Init(&argc, &argv);
    MPI_Finalize(); /* @finalize */
    MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request); /* @late */
    return 0;
}
