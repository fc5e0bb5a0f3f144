/*
 * A fence of which only one process says that nothing succeeds it (acceptance
 * C6).
 *
 * np: 2
 * verdict: error
 * finding: RMA-ASSERT-DISAGREE with=1@fence without=0@fence
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
    MPI_Win_fence(rank == 1 ? MPI_MODE_NOSUCCEED : 0, win); /* @fence */
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
