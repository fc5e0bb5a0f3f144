/*
 * A lock after a fence that was not said to be the last, but was (acceptance
 * B3): allowed, and a note where notes are asked for.
 *
 * np: 2
 * verdict: note
 * finding: RMA-LOCK-AFTER-FENCE call=0@fence call=0@lock
 * options: --notes
 * twin: lock_after_last_fence.c
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
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, win); /* @fence */
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win); /* @lock */
        MPI_Win_unlock(1, win);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
