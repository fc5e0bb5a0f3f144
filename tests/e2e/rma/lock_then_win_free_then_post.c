/*
 * Freeing a window that may be locked is synchronizing, and orders the lock of
 * another window before its post.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base, *other, peer = 0;
    MPI_Group world, origins, targets;
    MPI_Info info;
    MPI_Win win, second;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Info_create(&info);
    MPI_Info_set(info, "no_locks", "false");
    MPI_Win_allocate(64, sizeof(int), info, MPI_COMM_WORLD, &other, &second);
    MPI_Info_free(&info);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &peer, &origins);
    peer = 1;
    MPI_Group_incl(world, 1, &peer, &targets);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win); /* @lock */
        MPI_Win_unlock(1, win);
    }
    MPI_Win_free(&second);
    if (rank == 0) {
        MPI_Win_start(targets, 0, win);
        MPI_Win_complete(win);
    } else if (rank == 1) {
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
