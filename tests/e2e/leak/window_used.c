/*
 * A window that was used is not freed: the MPI may take its memory back in
 * MPI_Finalize, and nobody looks at it any more.  (Debian's MPICH cannot
 * finalize, then.)
 *
 * np: 2
 * verdict: warning
 * finding: LEAK-WINDOW call=*@window ranks=0,1 count=2
 * flavours: abi openmpi
 * twin: all_freed.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win); /* @window */
    MPI_Win_fence(0, win);
    MPI_Finalize();
    return 0;
}
