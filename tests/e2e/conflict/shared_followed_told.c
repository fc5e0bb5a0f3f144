/*
 * As shared_followed.c, but each waits for the other before it goes on.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#define COUNT 16

static void meet(MPI_Win win)
{
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
}

int main(int argc, char **argv)
{
    int rank, unit, i, round, sum = 0, copy[COUNT], *base, *first;
    MPI_Aint size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(COUNT * sizeof(int), sizeof(int), MPI_INFO_NULL,
                            MPI_COMM_WORLD, &base, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &first);
    MPI_Win_lock_all(0, win);
    if (rank == 0)
        base[3] = 1;
    meet(win);
    if (rank == 1)
        first[3] = 2;
    meet(win);
    if (rank == 0)
        memset(base, 0, COUNT * sizeof(int));
    meet(win);
    if (rank == 1) {
        memcpy(copy, first, sizeof copy);
        printf("%d\n", copy[5]);
    }
    meet(win);
    if (rank == 0)
        base[0] = 4;
    meet(win);
    if (rank == 0)
        MPI_Recv(copy, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Send(first, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    meet(win);
    for (round = 0; round < 3; round++) {
        for (i = 0; rank == 0 && i < COUNT; i++)
            base[i] = round;
        meet(win);
        for (i = 0; rank == 1 && i < COUNT; i++)
            sum += first[i];
        meet(win);
    }
    printf("%d\n", sum);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
