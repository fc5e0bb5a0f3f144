/*
 * The origin and a third rank count on a word of the third; the target knows
 * nothing of it (acceptance B4).
 *
 * np: 3
 * verdict: error
 * finding: RMA-LOCK-WHILE-EXPOSED lock=0@lock post=1@post
 * hangs: maybe
 * twin: lock_then_poll_counter_then_post.c
 */
#include <mpi.h>

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
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
        MPI_Fetch_and_op(&one, &value, MPI_INT, 2, 0, MPI_SUM, win);
        MPI_Win_unlock(2, win);
        MPI_Win_start(targets, 0, win);
        MPI_Win_complete(win);
    } else if (rank == 1) {
        MPI_Win_post(origins, 0, win); /* @post */
        MPI_Win_wait(win);
    } else {
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
        MPI_Fetch_and_op(&one, &value, MPI_INT, 2, 0, MPI_SUM, win);
        MPI_Win_unlock(2, win);
    }
    MPI_Group_free(&targets);
    MPI_Group_free(&origins);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
