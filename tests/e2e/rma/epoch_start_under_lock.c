/*
 * MPI_Win_start while a lock of another rank is held.
 *
 * np: 2
 * verdict: error
 * finding: RMA-START-IN-EPOCH start=0@start opened=0@lock
 * hangs: maybe
 * status: 3
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
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);                  /* @lock */
        if (MPI_Win_start(MPI_GROUP_EMPTY, 0, win) == MPI_SUCCESS) /* @start */
            MPI_Win_complete(win);
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 3; /* it has not dealt with the error */
}
