/*
 * The target stores what another process puts under a lock, with a lock of its
 * own (acceptance B9).
 *
 * np: 2
 * verdict: clean
 * unless: memory-model=separate
 * compiler: murmel
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, sum = 0, value = 9, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Alloc_mem(64, MPI_INFO_NULL, &base);
    MPI_Win_create(base, 64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    base[0] = base[1] = 0; /* before anybody may put */
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, win); /* @put */
        MPI_Win_unlock(1, win);
    } else {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        base[1] = 5; /* @store */
        MPI_Win_unlock(1, win);
        base[0] = 3; /* nobody puts there */
    }
    MPI_Barrier(MPI_COMM_WORLD);
    sum += base[0] + base[1];
    MPI_Win_free(&win);
    MPI_Free_mem(base);
    MPI_Finalize();
    return sum > 100;
}
