/*
 * A put outside of any access epoch (acceptance B2).
 *
 * np: 2
 * verdict: error
 * ways: all launcher
 * finding: RMA-NO-EPOCH call=0@put
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
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* @put */
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
