/*
 * A broadcast between two groups orders the origin's lock period before the
 * target's post, also where the target is its group's first process and names
 * root 0 (acceptance B6).
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base, peer, value = 0;
    MPI_Group world, other;
    MPI_Comm alone, between;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    peer = 1 - rank;
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &peer, &other);
    MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &alone);
    MPI_Intercomm_create(alone, 0, MPI_COMM_WORLD, peer, 0, &between);
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Win_unlock(0, win);
        MPI_Bcast(&value, 1, MPI_INT, MPI_ROOT, between);
        MPI_Win_start(other, 0, win);
        MPI_Win_complete(win);
    } else {
        MPI_Bcast(&value, 1, MPI_INT, 0, between);
        MPI_Win_post(other, 0, win);
        MPI_Win_wait(win);
    }
    MPI_Comm_free(&between);
    MPI_Comm_free(&alone);
    MPI_Group_free(&other);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
