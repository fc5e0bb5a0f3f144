/*
 * The window's communicator has the ranks in another order than MPI_COMM_WORLD:
 * who is meant is told by both numbers.
 *
 * np: 3
 * verdict: error
 * finding: RMA-NO-EPOCH access=0@put
 * says: to rank 2 (target 0) outside of any access epoch
 * finding: RMA-FLUSH-WITHOUT-LOCK flush=0@flush
 * says: for rank 2 (target 0), which it has not locked
 * twin: lock_sequences.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base, value = 0;
    MPI_Comm reversed;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &reversed);
    MPI_Win_allocate(8, sizeof(int), MPI_INFO_NULL, reversed, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); /* @put */
        MPI_Win_flush(0, win); /* @flush */
    }
    MPI_Win_free(&win);
    MPI_Comm_free(&reversed);
    MPI_Finalize();
    return 0;
}
