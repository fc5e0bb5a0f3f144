/*
 * A get after the epoch it was meant for (acceptance B2).
 *
 * np: 2
 * verdict: error
 * finding: RMA-NO-EPOCH call=0@get
 * hangs: maybe
 * twin: access_in_epochs.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base, value;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Win_unlock(1, win);
        MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* @get */
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
