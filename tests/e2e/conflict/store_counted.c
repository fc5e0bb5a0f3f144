/*
 * What one process puts again and again, another one sees change from call to
 * call, and changes nothing itself.
 *
 * np: 2
 * verdict: clean
 * unless: memory-model=separate
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, i, flag, *base;
    volatile int *count;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    count = base;
    *count = 0;
    MPI_Win_lock_all(0, win);
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (i = 1; rank == 0 && i <= 300; i++) {
        MPI_Put(&i, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
    }
    while (rank == 1 && *count < 300) {
        MPI_Iprobe(0, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        MPI_Win_sync(win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
