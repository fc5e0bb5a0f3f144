/*
 * The target locks itself once before it exposes: what it could have read
 * there, nobody has written (acceptance B4).
 *
 * np: 2
 * verdict: error
 * finding: RMA-LOCK-WHILE-EXPOSED lock=0@lock post=1@post
 * hangs: maybe
 * twin: lock_then_poll_own_then_post.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base, peer = 0, value = 0;
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
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win); /* @lock */
        MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
        MPI_Win_start(targets, 0, win);
        MPI_Win_complete(win);
    } else if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        base[0] = 7;
        MPI_Win_unlock(1, win);
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
