/*
 * A flag in a shared window, which a process polls, tells it that the data are
 * there; it tells another one so by a message.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, unit, *base, *first;
    volatile int *flag;
    MPI_Aint size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                            &base, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &first);
    flag = first + 8;
    if (rank == 0)
        *flag = 0;
    MPI_Win_lock_all(0, win);
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    if (rank == 0) {
        first[0] = 5;
        MPI_Win_sync(win);
        *flag = 1;
        MPI_Win_sync(win);
    } else if (rank == 1) {
        while (*flag == 0)
            continue;
        MPI_Win_sync(win);
        printf("%d\n", first[0]);
        MPI_Send(NULL, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_sync(win);
        printf("%d\n", first[0]);
        first[1] = first[0];
    }
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
