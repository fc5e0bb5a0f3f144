/*
 * A window is freed while its ranks hold locks (acceptance B3).  An MPI that
 * refuses gets a second, right call.
 *
 * np: 2
 * verdict: error
 * finding: RMA-FREE-IN-EPOCH call=*@free call=*@lock ranks=0,1 count=2
 * hangs: maybe
 * status: 3
 * says: inside an epoch: MPI_Win_lock has begun it, and nothing has ended it.
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
    MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win); /* @lock */
    if (MPI_Win_free(&win) != MPI_SUCCESS) { /* @free */
        MPI_Win_unlock(1 - rank, win);
        MPI_Win_free(&win);
    }
    MPI_Finalize();
    return 3; /* it has not dealt with the error */
}
