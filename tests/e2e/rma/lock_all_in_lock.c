/*
 * A lock of all ranks while the caller holds a lock of one (acceptance B3).
 *
 * np: 2
 * verdict: error
 * finding: RMA-DOUBLE-LOCK call=0@all call=0@one
 * hangs: maybe
 * status: 3
 * twin: lock_sequences.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win); /* @one */
        if (MPI_Win_lock_all(0, win) == MPI_SUCCESS) /* @all */
            MPI_Win_unlock_all(win);
        MPI_Win_unlock(1, win);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 3; /* it has not dealt with the error */
}
