/*
 * A process stores into what a broadcast, a get and a fetch have brought it, as
 * soon as they are complete.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = -1, *base;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(16, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    base[0] = 0x01010101;
    MPI_Win_unlock(rank, win);
    if (rank == 0)
        value = 0x02020202;
    MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 1)
        value = 0x55555555;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        value = 0;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Rget(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        value = 0x55555555;
        value = 0;
        MPI_Fetch_and_op(&rank, &value, MPI_INT, 0, 0, MPI_NO_OP, win);
        MPI_Win_flush(0, win);
        value = 0x55555555;
        value = 0;
        MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
        value = 0x55555555;
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return value == 0;
}
