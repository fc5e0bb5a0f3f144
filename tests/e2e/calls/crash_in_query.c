/*
 * A rank crashes in a call of which only the begin is recorded, as it stores where no
 * memory is.
 *
 * np: 1
 * verdict: error
 * finding: PROCESS-CRASHED call=0@size
 * says: inside an MPI call
 * flavours: mpich openmpi  (the reference MPI tells of the address)
 * twin: exit_status.c
 */
#include <mpi.h>
#include <stdint.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    /* No address that MPI looks at before. */
    MPI_Comm_size(MPI_COMM_WORLD, (int *)(intptr_t)16); /* @size */
    MPI_Finalize();
    return 0;
}
