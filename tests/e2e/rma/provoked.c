/*
 * Wrong synchronization calls on purpose, under the window's own error handler
 * or MPI_ERRORS_RETURN; and one of which the program does not look at what is
 * returned.
 *
 * np: 1
 * verdict: error
 * finding: CALL-PROVOKED unlock=0@unlock
 * finding: CALL-PROVOKED complete=0@complete
 * finding: CALL-PROVOKED wait=0@own
 * finding: RMA-UNLOCK-WITHOUT-LOCK unlock=0@ignored
 * options: --notes
 * twin: provoked_not.c
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
    if (MPI_Win_unlock(0, win) != MPI_SUCCESS) /* @unlock */
        failed++;
    if (MPI_Win_complete(win) != MPI_SUCCESS) /* @complete */
        failed++;
    MPI_Win_unlock(0, win); /* @ignored */
    MPI_Win_create_errhandler(handle, &own);
    MPI_Win_set_errhandler(win, own);
    MPI_Errhandler_free(&own);
    MPI_Win_wait(win); /* @own */
    MPI_Win_free(&win);
    MPI_Finalize();
    return failed == 2 && told == 1 ? 0 : 3;
}
