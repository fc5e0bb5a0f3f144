/*
 * A put and an accumulate into windows that are said to stay as they are to the
 * next fence, the own one among them (acceptance C4).
 *
 * np: 2
 * verdict: error
 * finding: RMA-NOPUT access=0@put promise=1@fence
 * finding: RMA-NOPUT access=1@acc promise=1@fence
 * hangs: maybe
 * twin: assert_clean.c
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
    MPI_Win_fence(rank == 1 ? MPI_MODE_NOPUT : 0, win); /* @fence */
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* @put */
    else
        MPI_Accumulate(&value, 1, MPI_INT, 1, 4, 1, MPI_INT, /* @acc */
                       MPI_SUM, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
