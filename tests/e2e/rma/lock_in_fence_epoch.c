/*
 * A lock inside a fence epoch in which a put was issued (acceptance B3).
 *
 * np: 2
 * verdict: error
 * finding: RMA-LOCK-IN-EPOCH call=0@fence call=0@lock
 * hangs: maybe
 * status: 3
 * twin: lock_sequences.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base, value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_fence(0, win); /* @fence */
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        if (MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win) == MPI_SUCCESS) /* @lock */
            MPI_Win_unlock(1, win);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 3; /* it has not dealt with the error */
}
