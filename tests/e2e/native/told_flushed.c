/*
 * A put is flushed, told of by a message, and then loaded (acceptance D6).
 *
 * np: 2
 * verdict: clean
 * unless: memory-model=separate
 * compiler: murmel
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
        MPI_Win_flush(1, win);
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
