/*
 * A put is told of by a message, and loaded, but not flushed before
 * (acceptance D7).
 *
 * np: 2
 * verdict: error
 * unless: memory-model=separate
 * compiler: murmel
 * finding: RMA-LOCAL-CONFLICT put=0@put load=1@load
 * twin: told_flushed.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, sum = 0, value = 9, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    base[1] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win); /* @put */
        MPI_Send(&value, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&sum, 0, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_sync(win);
        sum = base[1]; /* @load */
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum > 9;
}
