/*
 * A put into a window that was posted with the promise that there is none
 * (acceptance C4).
 *
 * np: 2
 * verdict: error
 * finding: RMA-NOPUT access=0@put promise=1@post
 * hangs: maybe
 * twin: assert_clean.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    int *base, peer;
    int value = 1;
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
    if (rank == 0) {
        MPI_Win_start(other, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* @put */
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(other, MPI_MODE_NOPUT, win); /* @post */
        MPI_Win_wait(win);
    }
    MPI_Group_free(&other);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
