/*
 * MPI_Win_start in the epoch of a fence, after a put.
 *
 * np: 2
 * verdict: error
 * finding: RMA-START-IN-EPOCH start=0@start opened=0@fence
 * hangs: maybe
 * status: 3
 * twin: epoch_sequences.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    int *base;
    int value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_fence(0, win); /* @fence */
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        if (MPI_Win_start(MPI_GROUP_EMPTY, 0, win) == MPI_SUCCESS) /* @start */
            MPI_Win_complete(win);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 3; /* it has not dealt with the error */
}
