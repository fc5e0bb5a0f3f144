/*
 * A process receives into bytes of its window that another puts to under an
 * exclusive lock, without a lock of its own (acceptance B9).
 *
 * np: 3
 * verdict: error
 * finding: RMA-LOCAL-CONFLICT put=0@put store=1@local
 * twin: target_store_locked.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base, value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 4, 1, MPI_INT, win); /* @put */
        MPI_Win_unlock(1, win);
    } else if (rank == 1) {
        MPI_Recv(base + 4, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, /* @local */
                 MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
