/*
 * A shared window of all processes, which on several nodes do not share memory.
 *
 * np: 2
 * verdict: note
 * finding: RMA-SHARED-COMM call=*@window ranks=0,1 count=2
 * options: --portability
 * twin: shared_comm_split.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_allocate_shared(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win); /* @window */
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
