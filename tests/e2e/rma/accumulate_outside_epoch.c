/*
 * Every rank accumulates before the fence that should come first (acceptance
 * B2): one finding, of two ranks.
 *
 * np: 2
 * verdict: error
 * finding: RMA-NO-EPOCH call=*@accumulate ranks=0,1 count=2
 * hangs: maybe
 * twin: access_in_epochs.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base, value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Accumulate(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, MPI_SUM, win); /* @accumulate */
    MPI_Win_fence(0, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
