/*
 * lock_while_exposed.c, put right: a barrier between the exposure and the
 * lock.
 *
 *     murmel run -n 3 ./separate_epochs
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

/* Rank 0 writes into the window of rank 1, which lets it. */
static void update(int rank, MPI_Win win)
{
    int peer = 1 - rank, value = 42;
    MPI_Group world, group;

    MPI_Win_get_group(win, &world);
    MPI_Group_incl(world, 1, &peer, &group);
    if (rank == 0) {
        MPI_Win_start(group, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_complete(win);
    } else {
        MPI_Win_post(group, 0, win);
        MPI_Win_wait(win);
    }
    MPI_Group_free(&group);
    MPI_Group_free(&world);
}

/* Another part of the program looks at the other half of the window. */
static void look(MPI_Win win)
{
    int value;

    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Get(&value, 1, MPI_INT, 1, 8, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
}

int main(int argc, char **argv)
{
    int rank, *memory;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                     &win);
    if (rank < 2)
        update(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 2)
        look(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
