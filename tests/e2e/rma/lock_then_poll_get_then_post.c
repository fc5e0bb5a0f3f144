/*
 * The target polls a word of a third rank until the origin has set it, and
 * exposes its window then.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, *base, peer = 0, value = 0, one = 1;
    MPI_Group world, origins, targets;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &peer, &origins);
    peer = 1;
    MPI_Group_incl(world, 1, &peer, &targets);
    /* Before anybody sets it. */
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    base[0] = 0;
    MPI_Win_unlock(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win); /* @lock */
        MPI_Win_unlock(1, win);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
        MPI_Put(&one, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
        MPI_Win_unlock(2, win);
        MPI_Win_start(targets, 0, win);
        MPI_Win_complete(win);
    } else if (rank == 1) {
        while (value == 0) {
            MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
            MPI_Get(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
            MPI_Win_unlock(2, win);
            usleep(1000); /* or the origin may never get its lock */
        }
        MPI_Win_post(origins, 0, win); /* @post */
        MPI_Win_wait(win);
    }
    MPI_Group_free(&targets);
    MPI_Group_free(&origins);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
