/*
 * A window is freed inside an epoch, and that is all of it (acceptance B3): where
 * MPI refuses, the epoch and the window that are left are told of no more.
 *
 * np: 1
 * verdict: error
 * finding: RMA-FREE-IN-EPOCH free=0@free start=0@start post=0@post
 * flavours: abi openmpi  (MPICH 4.0.2 ends itself in MPI_Finalize)
 * twin: epoch_sequences.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int *base;
    MPI_Group group;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_get_group(win, &group);
    MPI_Win_post(group, 0, win); /* @post */
    MPI_Win_start(group, 0, win); /* @start */
    MPI_Group_free(&group);
    MPI_Win_free(&win); /* @free */
    MPI_Finalize();
    return 0;
}
