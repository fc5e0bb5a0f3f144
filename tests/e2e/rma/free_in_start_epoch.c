/*
 * A window is freed before the complete and wait calls (acceptance B3).
 *
 * np: 2
 * verdict: error
 * finding: RMA-FREE-IN-EPOCH call=0@free call=0@start
 * finding: RMA-FREE-IN-EPOCH call=1@free call=1@post
 * hangs: maybe
 * status: 3
 * twin: access_in_epochs.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base, peer[2] = {1, 0};
    MPI_Group world, group;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &peer[rank], &group);
    if (rank == 0)
        MPI_Win_start(group, 0, win); /* @start */
    else
        MPI_Win_post(group, 0, win); /* @post */
    if (MPI_Win_free(&win) != MPI_SUCCESS) { /* @free */
        if (rank == 0)
            MPI_Win_complete(win);
        else
            MPI_Win_wait(win);
        MPI_Win_free(&win);
    }
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Finalize();
    return 3; /* it has not dealt with the error */
}
