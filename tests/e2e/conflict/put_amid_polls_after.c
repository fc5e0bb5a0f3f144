/*
 * As put_amid_polls.c, but rank 2 waits for a message of rank 1 that its
 * additions are over; before it, it polls the counter until somebody has been
 * there.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

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
        do {
            MPI_Fetch_and_op(&none, &seen, MPI_INT, 0, 0, MPI_NO_OP, win);
            MPI_Win_flush(0, win);
        } while (seen == 0);
        MPI_Recv(&seen, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Put(&none, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
    }
    for (i = 0; rank == 1 && i < 3; i++) {
        MPI_Fetch_and_op(&one, &seen, MPI_INT, 0, 0, MPI_SUM, win);
        MPI_Win_flush(0, win);
    }
    if (rank == 1)
        MPI_Send(&seen, 0, MPI_INT, 2, 0, MPI_COMM_WORLD);
    if (rank > 0)
        MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
