/*
 * Direct access to a neighbour's part of a shared window, ordered by barriers
 * and MPI_Win_sync, or atomic.
 *
 * np: 2
 * verdict: clean
 * compiler: murmel
 */
#include <mpi.h>
#include <stdatomic.h>

int main(int argc, char **argv)
{
    int rank, unit, value = 5, sum = 0, *base, *theirs;
    atomic_int *counter;
    MPI_Aint size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                            &base, &win);
    MPI_Win_shared_query(win, 1 - rank, &size, &unit, &theirs);
    MPI_Win_lock_all(0, win);
    base[0] = base[1] = base[2] = 0;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    /* the neighbour's part, directly; both at once, but atomically */
    counter = (atomic_int *)&(rank == 0 ? theirs : base)[2];
    atomic_fetch_add(counter, 1);
    if (rank == 0)
        theirs[0] = 1;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    sum = base[0] + atomic_load(counter);
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win); /* @put */
    MPI_Win_flush(1, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    if (rank == 0)
        sum += theirs[1]; /* @load */
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum > 100;
}
