/*
 * MPI_Free_mem of what MPI_Alloc_mem has returned, in any order, and of memory
 * at an address that was freed before.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    void *bases[3];
    int i;

    MPI_Init(&argc, &argv);
    for (i = 0; i < 3; i++)
        MPI_Alloc_mem(100, MPI_INFO_NULL, &bases[i]);
    MPI_Free_mem(bases[1]);
    MPI_Alloc_mem(100, MPI_INFO_NULL, &bases[1]);
    for (i = 0; i < 3; i++)
        MPI_Free_mem(bases[i]);
    MPI_Alloc_mem(0, MPI_INFO_NULL, &bases[0]);
    MPI_Free_mem(bases[0]);
    MPI_Finalize();
    return 0;
}
