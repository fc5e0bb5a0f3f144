/*
 * A window is never freed.
 *
 * np: 2
 * verdict: warning
 * finding: LEAK-WINDOW call=*@window ranks=0,1 count=2
 * hangs: maybe
 * twin: all_freed.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    static int memory[16];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win); /* @window */
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Finalize();
    return 0;
}
