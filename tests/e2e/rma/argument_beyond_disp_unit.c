/*
 * An accumulate that would fit with the origin's disp_unit, but not with
 * that of the target.
 *
 * np: 2
 * verdict: error
 * finding: RMA-BEYOND-WINDOW access=0@acc call=1@create
 * hangs: maybe
 * twin: argument_clean.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    static int memory[64];
    int rank;
    int value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, 128, rank == 0 ? 4 : 8, /* @create */
                   MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Accumulate(&value, 1, MPI_INT, 1, 24, 1, MPI_INT, /* @acc */
                       MPI_SUM, win);
        MPI_Win_unlock(1, win);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
