/*
 * RMA calls on a window that was freed.
 *
 * np: 2
 * verdict: error
 * finding: ARG-NULL-HANDLE call=0@lock
 * finding: RMA-NO-WINDOW call=0@put
 * hangs: maybe
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
    MPI_Win_free(&win);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);           /* @lock */
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* @put */
    }
    MPI_Finalize();
    return 0;
}
