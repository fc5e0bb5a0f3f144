/*
 * As lock_circle.c, but all lock one more first, of another window: so only one
 * of them has any of the others at a time.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, next, *base, *gate_base, value = 7;
    MPI_Win win, gate;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    next = (rank + 1) % 3;
    MPI_Win_allocate(3 * sizeof(int), sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &base, &win);
    MPI_Win_allocate(3 * sizeof(int), sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &gate_base, &gate);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, gate);
    MPI_Put(&value, 1, MPI_INT, 0, rank, 1, MPI_INT, gate);
    MPI_Win_flush(0, gate);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, win);
    MPI_Put(&value, 1, MPI_INT, next, rank, 1, MPI_INT, win);
    MPI_Win_unlock(next, win);
    MPI_Win_unlock(rank, win);
    MPI_Win_unlock(0, gate);
    MPI_Win_free(&gate);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
