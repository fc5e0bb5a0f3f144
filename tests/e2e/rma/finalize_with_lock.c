/*
 * MPI is finalized while locks are held, and the window with it (acceptance
 * B3).
 *
 * np: 2
 * verdict: error
 * finding: RMA-FINALIZE-IN-EPOCH call=*@finalize call=*@lock ranks=0,1 count=2
 * finding: LEAK-WINDOW call=*@window ranks=0,1 count=2
 * hangs: maybe
 * says: is open: MPI_Win_lock has begun it, and nothing has ended it.
 * twin: lock_sequences.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win); /* @window */
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win); /* @lock */
    MPI_Finalize(); /* @finalize */
    return 0;
}
