/*
 * A put to a rank that the window does not have, and a lock of one.
 *
 * np: 2
 * verdict: error
 * finding: RMA-RANK access=0@put
 * finding: RMA-RANK call=0@lock
 * hangs: maybe
 * twin: argument_clean.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    static int memory[64];
    int rank;
    int value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory / 2, sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Win_lock_all(0, win);
        MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win); /* @put */
        MPI_Win_unlock_all(win);
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win); /* @lock */
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
