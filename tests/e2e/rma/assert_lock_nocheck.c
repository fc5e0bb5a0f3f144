/*
 * Exclusive locks of one rank by two, one of which says that nobody else wants
 * it (acceptance C7).
 *
 * np: 2
 * verdict: error
 * finding: RMA-LOCK-NOCHECK nocheck=0@nocheck lock=1@lock
 * hangs: maybe
 * twin: assert_clean.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    int *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, MPI_MODE_NOCHECK, /* @nocheck */
                     win);
        MPI_Win_unlock(1, win);
    } else {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win); /* @lock */
        MPI_Win_unlock(1, win);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
