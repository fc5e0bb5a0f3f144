/*
 * Rank 1 adds to a counter three times, and fetches it: by what it reads the
 * second and third time it may know of rank 2, which puts there, but the first
 * time it cannot. Whichever comes first in a run (rank 2 sleeps for a while, so
 * that it mostly is the last), the first addition and the put are in no order.
 *
 * np: 3
 * verdict: error
 * finding: RMA-CONFLICT accumulate=1@add put=2@put
 * twin: put_amid_polls_after.c
 */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, i, one = 1, none = 0, seen, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(rank == 0 ? 64 : 0, sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &base, &win);
    MPI_Win_fence(0, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    if (rank > 0)
        MPI_Win_lock_all(0, win);
    if (rank == 2) {
        usleep(300000);
        MPI_Put(&none, 1, MPI_INT, 0, 0, 1, MPI_INT, win); /* @put */
        MPI_Win_flush(0, win);
    }
    for (i = 0; rank == 1 && i < 3; i++) {
        MPI_Fetch_and_op(&one, &seen, MPI_INT, 0, 0, MPI_SUM, win); /* @add */
        MPI_Win_flush(0, win);
    }
    if (rank > 0)
        MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
