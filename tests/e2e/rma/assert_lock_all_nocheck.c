/*
 * A lock of all by everybody who says that nobody wants a conflicting one, and
 * an exclusive one (acceptance C7).
 *
 * np: 3
 * verdict: error
 * finding: RMA-LOCK-NOCHECK nocheck=0@all lock=2@lock
 * hangs: maybe
 * twin: assert_locks_ordered.c
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
    if (rank != 2) {
        MPI_Win_lock_all(rank == 0 ? MPI_MODE_NOCHECK : 0, win); /* @all */
        MPI_Win_unlock_all(win);
    } else {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win); /* @lock */
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
