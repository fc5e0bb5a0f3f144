/*
 * MPI_MODE_NOCHECK for the start and the post, which comes first: by a barrier,
 * by a message, by one that is polled for (acceptance C2).
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    int *base, peer;
    int value = 1, old, i, there;
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
    if (rank == 1)
        MPI_Win_post(other, MPI_MODE_NOCHECK, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_start(other, MPI_MODE_NOCHECK, win);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    } else {
        MPI_Win_wait(win);
    }
    for (i = 0; i < 2; i++) {
        if (rank == 1) {
            MPI_Win_post(other, MPI_MODE_NOCHECK, win);
            MPI_Send(&value, 1, MPI_INT, 0, i, MPI_COMM_WORLD);
            MPI_Win_wait(win);
        } else {
            for (there = i == 0; !there;)
                MPI_Iprobe(1, i, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
            MPI_Recv(&old, 1, MPI_INT, 1, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Win_start(other, MPI_MODE_NOCHECK, win);
            MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
            MPI_Win_complete(win);
        }
    }
    MPI_Group_free(&other);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
