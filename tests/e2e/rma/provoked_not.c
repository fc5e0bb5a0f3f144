/*
 * An error handler of a window that is never told of anything, and results
 * that are looked at and are never errors.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>

static int told;

static void handle(MPI_Win *win, int *code, ...)
{
    (void)win, (void)code;
    told++;
}

int main(int argc, char **argv)
{
    MPI_Errhandler own;
    MPI_Win win;
    int *base, failed = 0;

    MPI_Init(&argc, &argv);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    if (MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win) != MPI_SUCCESS)
        failed++;
    if (MPI_Win_unlock(0, win) != MPI_SUCCESS)
        failed++;
    MPI_Win_create_errhandler(handle, &own);
    MPI_Win_set_errhandler(win, own);
    MPI_Errhandler_free(&own);
    MPI_Win_fence(0, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return failed == 0 && told == 0 ? 0 : 3;
}
