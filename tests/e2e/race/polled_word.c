/*
 * Rank 1 sends what the first receive has no room for only when it has read, in
 * its window, that this receive is over.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

static void receive_two(MPI_Win win)
{
    int all[9], one = 1;

    MPI_Recv(all, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(1, win);
    MPI_Recv(all, 9, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
}

static void wait_and_send(MPI_Win win)
{
    int all[9] = {0}, told = 0, nothing = 0;

    while (!told) {
        MPI_Fetch_and_op(&nothing, &told, MPI_INT, 1, 0, MPI_NO_OP, win);
        MPI_Win_flush(1, win);
    }
    MPI_Send(all, 9, MPI_INT, 0, 1, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, one = 1, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD,
                     &base, &win);
    MPI_Win_lock_all(0, win);
    *base = 0;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        receive_two(win);
    else if (rank == 1)
        wait_and_send(win);
    else
        MPI_Send(&one, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
