/*
 * A flag in a shared window, which a process polls, tells it that what another
 * one has put into a third window is there: it puts there after that.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, unit, *base, *memory;
    volatile int *flag;
    MPI_Aint size;
    MPI_Win win, shared;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                            &base, &shared);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &win);
    MPI_Win_shared_query(shared, 0, &size, &unit, &base);
    flag = base;
    if (rank == 0)
        *flag = 0;
    MPI_Win_lock_all(0, shared);
    MPI_Win_lock_all(0, win);
    MPI_Win_sync(shared);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(shared);
    if (rank == 0) {
        MPI_Put(&rank, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
        MPI_Win_flush(2, win);
        *flag = 1;
        MPI_Win_sync(shared);
    } else if (rank == 1) {
        while (*flag == 0)
            continue;
        MPI_Put(&rank, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
        MPI_Win_flush(2, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_unlock_all(shared);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Win_free(&shared);
    MPI_Finalize();
    return 0;
}
