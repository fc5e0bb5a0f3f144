/*
 * A fence inside an epoch of MPI_Win_start, and behind it a put to a rank that
 * only the fence makes accessible.
 *
 * np: 2
 * verdict: error
 * finding: RMA-FENCE-INSIDE fence=0@fence opened=0@start
 * finding: RMA-FENCE-IN-EPOCH access=0@put opened=0@start fence=0@fence
 * hangs: maybe
 * twin: epoch_sequences.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    int *base;
    int value = 1, refused;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    if (rank == 0)
        MPI_Win_start(MPI_GROUP_EMPTY, 0, win); /* @start */
    refused = MPI_Win_fence(0, win); /* @fence */
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* @put */
        MPI_Win_complete(win);
    }
    if (refused != MPI_SUCCESS)
        MPI_Win_fence(0, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
