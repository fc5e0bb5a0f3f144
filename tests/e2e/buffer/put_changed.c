/*
 * The origin buffer of a put is changed before the unlock (acceptance B10).
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-CHANGED-EARLY begin=0@put end=0@unlock cites=12.3
 * twin: put_changed_after.c
 * ways: all
 */
#include <mpi.h>

#include "unfollowed.h"

int main(int argc, char **argv)
{
    int rank, value = 1, *base;
    MPI_Win win;

    unfollowed();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* @put */
        value = 2;
        MPI_Win_unlock(1, win); /* @unlock */
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return value == 0;
}
