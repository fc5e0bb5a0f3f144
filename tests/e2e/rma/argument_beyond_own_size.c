/*
 * A get from a rank that gave less memory to the window than the caller.
 *
 * np: 2
 * verdict: error
 * finding: RMA-BEYOND-WINDOW access=0@get call=1@create
 * hangs: maybe
 * twin: argument_clean.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    static int memory[64];
    int rank;
    int values[8];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, rank == 0 ? 128 : 16, /* @create */
                   sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Get(values, 8, MPI_INT, 1, 0, 8, MPI_INT, win); /* @get */
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
