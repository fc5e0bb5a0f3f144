/*
 * Rank 0 has a lock and waits for rank 1, which waits for rank 2, which has to
 * take that lock first: it must come before rank 0.
 *
 * np: 3
 * verdict: error|potential
 * finding: DEADLOCK|POTENTIAL-DEADLOCK waits=0@recv waits=2@lock lock=0@held ...
 * twin: lock_chain_sent.c
 */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, *base, value = 7;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(3 * sizeof(int), sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &base, &win);
    if (rank == 0) {
        usleep(100000);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win); /* @held */
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, /* @recv */
                 MPI_STATUS_IGNORE);
        MPI_Win_unlock(0, win);
    } else if (rank == 1) {
        MPI_Recv(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win); /* @lock */
        MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
