/*
 * A process stores into what a broadcast, a get and a fetch are to bring it.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-ACCESSED-EARLY begin=1@ibcast end=1@wait
 * finding: BUFFER-ACCESSED-EARLY begin=1@rget end=1@waitget
 * finding: BUFFER-ACCESSED-EARLY begin=1@get end=1@unlock
 * finding: BUFFER-ACCESSED-EARLY begin=1@fetch end=1@flush
 * twin: ibcast_stored_after.c
 */
#include <mpi.h>

#include "unfollowed.h"

int main(int argc, char **argv)
{
    int rank, value = -1, *base;
    MPI_Request request;
    MPI_Win win;

    unfollowed();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    base[0] = 0x01010101;
    MPI_Win_unlock(rank, win);
    if (rank == 0)
        value = 0x02020202;
    MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &request); /* @ibcast */
    if (rank == 1)
        value = 0x55555555;
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait */
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        value = 0;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Rget(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request); /* @rget */
        value = 0x55555555;
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* @waitget */
        value = 0;
        MPI_Fetch_and_op(&rank, &value, MPI_INT, 0, 0, MPI_NO_OP, win); /* @fetch */
        value = 0x55555555;
        MPI_Win_flush(0, win); /* @flush */
        value = 0;
        MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); /* @get */
        value = 0x55555555;
        MPI_Win_unlock(0, win); /* @unlock */
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return value == 0;
}
