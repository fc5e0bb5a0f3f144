/*
 * A lock inside an epoch that a start call opened (acceptance B3).
 *
 * np: 3
 * verdict: error
 * finding: RMA-LOCK-IN-EPOCH call=0@start call=0@lock
 * hangs: maybe
 * status: 3
 * twin: lock_sequences.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base, peer[3] = {1, 0, 0};
    MPI_Group world, group;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &peer[rank], &group);
    if (rank == 0) {
        MPI_Win_start(group, 0, win); /* @start */
        if (MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win) == MPI_SUCCESS) /* @lock */
            MPI_Win_unlock(2, win);
        MPI_Win_complete(win);
    } else if (rank == 1) {
        MPI_Win_post(group, 0, win);
        MPI_Win_wait(win);
    }
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 3; /* it has not dealt with the error */
}
