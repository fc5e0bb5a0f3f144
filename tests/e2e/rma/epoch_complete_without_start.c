/*
 * MPI_Win_complete where no epoch was started.
 *
 * np: 2
 * verdict: error
 * finding: RMA-COMPLETE-WITHOUT-START complete=0@complete
 * hangs: maybe
 * twin: epoch_sequences.c
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
    if (rank == 0)
        MPI_Win_complete(win); /* @complete */
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
