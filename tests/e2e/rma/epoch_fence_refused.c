/*
 * A fence while a lock is held, which every MPI refuses, and ends the process.
 *
 * np: 2
 * verdict: error
 * finding: RMA-FENCE-INSIDE fence=*@fence opened=*@lock
 * finding: PROCESS-KILLED inside=*@fence
 * twin: epoch_sequences.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_lock_all(0, win); /* @lock */
    MPI_Win_fence(0, win); /* @fence */
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
