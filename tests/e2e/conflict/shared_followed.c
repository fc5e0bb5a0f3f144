/*
 * Processes use a shared window by loads and stores right after their MPI calls,
 * compiled as usual, and nothing puts them in order: two store to one place; a
 * neighbour's part is read before it is known to be there, also by MPI_Send; a
 * loop lacks the barrier at its end.
 *
 * np: 2
 * verdict: warning
 * finding: RMA-SHARED-CONFLICT store=0@own store=1@others
 * finding: RMA-SHARED-CONFLICT store=0@fill load=1@early
 * finding: RMA-SHARED-CONFLICT store=0@first load=1@send
 * finding: RMA-SHARED-CONFLICT store=0@round load=1@sum
 * needs: x86-64
 * twin: shared_followed_told.c
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
        base[3] = 1; /* @own */
    if (rank == 1)
        first[3] = 2; /* @others */
    meet(win);
    if (rank == 0)
        memset(base, 0, COUNT * sizeof(int)); /* @fill */
    if (rank == 1) {
        memcpy(copy, first, sizeof copy); /* @early */
        printf("%d\n", copy[5]);
    }
    meet(win);
    if (rank == 0)
        base[0] = 4; /* @first */
    if (rank == 0)
        MPI_Recv(copy, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Send(first, 1, MPI_INT, 0, 0, MPI_COMM_WORLD); /* @send */
    meet(win);
    for (round = 0; round < 3; round++) {
        for (i = 0; rank == 0 && i < COUNT; i++)
            base[i] = round; /* @round */
        meet(win);
        for (i = 0; rank == 1 && i < COUNT; i++)
            sum += first[i]; /* @sum */
    }
    printf("%d\n", sum);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
