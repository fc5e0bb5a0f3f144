/*
 * MPI_Free_mem of memory that is freed already, at which MPI libraries crash.
 *
 * np: 1
 * verdict: error
 * finding: ARG-NOT-ALLOCATED call=0@twice
 * twin: free_mem_fits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    void *base;

    MPI_Init(&argc, &argv);
    MPI_Alloc_mem(100, MPI_INFO_NULL, &base);
    MPI_Free_mem(base);
    MPI_Free_mem(base); /* @twice */
    MPI_Finalize();
    return 0;
}
