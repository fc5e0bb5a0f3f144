/*
 * A fence while a lock is held, which it does not end.
 *
 * np: 2
 * verdict: warning
 * finding: RMA-FENCE-INSIDE fence=*@fence opened=*@lock ranks=0,1
 * twin: epoch_sequences.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    int *base;
    int value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win); /* @lock */
    MPI_Put(&value, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win); /* @fence */
    MPI_Win_unlock(rank, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
