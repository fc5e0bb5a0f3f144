/*
 * Epochs of all kinds, one after another, on one window: exposure and access at
 * a time, empty groups, tests that become true, flushes and syncs under locks.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    int *base, peer;
    int value = 1, over = 0;
    MPI_Group world, other;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    peer = 1 - rank;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &peer, &other);
    MPI_Win_post(other, 0, win);
    MPI_Win_start(other, 0, win);
    MPI_Put(&value, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Win_start(MPI_GROUP_EMPTY, 0, win);
    MPI_Win_complete(win);
    MPI_Win_post(MPI_GROUP_EMPTY, 0, win);
    MPI_Win_wait(win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(&value, 1, MPI_INT, peer, 1, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, peer, 2, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_post(other, 0, win);
    MPI_Win_start(other, 0, win);
    MPI_Win_complete(win);
    while (!over)
        MPI_Win_test(win, &over);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, peer, 0, win);
    MPI_Put(&value, 1, MPI_INT, peer, 3, 1, MPI_INT, win);
    MPI_Win_flush_local(peer, win);
    MPI_Win_flush(peer, win);
    MPI_Win_flush_all(win);
    MPI_Win_sync(win);
    MPI_Win_unlock(peer, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    MPI_Win_flush(rank, win);
    MPI_Win_flush_local_all(win);
    MPI_Win_sync(win);
    MPI_Win_unlock_all(win);
    MPI_Group_free(&other);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
