/*
 * A fetch that updates is complete at its origin, not at the target, before a
 * barrier, behind which another process puts there.
 *
 * np: 3
 * verdict: error
 * finding: RMA-CONFLICT accumulate=1@fetch put=2@put ranks=1,2
 * twin: fetch_flushed.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int *base, rank, one = 1, old;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_lock_all(0, win);
    if (rank == 1) {
        MPI_Fetch_and_op(&one, &old, MPI_INT, 0, 0, MPI_SUM, win); /* @fetch */
        MPI_Win_flush_local(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2) {
        MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win); /* @put */
        MPI_Win_flush(0, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
