/*
 * A window is never freed.  (Without communication in it: Debian's MPICH
 * cannot finalize, then.)
 *
 * np: 2
 * verdict: warning
 * finding: LEAK-WINDOW call=*@window ranks=0,1 count=2
 * twin: all_freed.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_allocate_shared(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win); /* @window */
    MPI_Finalize();
    return 0;
}
