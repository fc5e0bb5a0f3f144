/*
 * Two processes lock the windows of both, in another order (acceptance A9).
 * Here the second comes when the first is done; nothing in the program makes
 * it so.
 *
 * np: 2
 * verdict: error|potential
 * finding: DEADLOCK|POTENTIAL-DEADLOCK waits=0@b0 waits=1@b1 lock=0@a0 ...
 * twin: lock_order_same.c
 */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, *base, value = 7;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &base, &win);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win); /* @a0 */
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win); /* @b0 */
    } else {
        usleep(300000);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win); /* @a1 */
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win); /* @b1 */
    }
    MPI_Put(&value, 1, MPI_INT, !rank, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
