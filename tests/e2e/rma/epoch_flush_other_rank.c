/*
 * A flush of another rank than the locked one.
 *
 * np: 2
 * verdict: error
 * finding: RMA-FLUSH-WITHOUT-LOCK flush=0@flush opened=0@lock
 * hangs: maybe
 * twin: epoch_sequences.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    int *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win); /* @lock */
        MPI_Win_flush_local(0, win);              /* @flush */
        MPI_Win_unlock(1, win);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
