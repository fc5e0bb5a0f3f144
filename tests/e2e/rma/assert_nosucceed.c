/*
 * A put after a fence that is said to be the last, before the next one
 * (acceptance C6).
 *
 * np: 2
 * verdict: error
 * finding: RMA-NOSUCCEED access=0@put fence=0@fence
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
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win); /* @fence */
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* @put */
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
