/*
 * A rank crashes behind a call of which only the begin is recorded, as all it does
 * is to answer: that call is not where it crashed.
 *
 * np: 1
 * verdict: error
 * finding: PROCESS-CRASHED call=0@size
 * says: outside MPI
 * twin: exit_status.c
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int size;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size); /* @size */
    *(volatile int *)NULL = size;
    MPI_Finalize();
    return 0;
}
