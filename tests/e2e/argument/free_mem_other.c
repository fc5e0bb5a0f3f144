/*
 * MPI_Free_mem of memory that malloc has returned (at which MPICH crashes).
 *
 * np: 1
 * verdict: error
 * finding: ARG-NOT-ALLOCATED call=0@other
 * twin: free_mem_fits.c
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    void *other = malloc(100);

    MPI_Init(&argc, &argv);
    MPI_Free_mem(other); /* @other */
    MPI_Finalize();
    return 0;
}
