/*
 * A store into the origin of a put that is not complete is told where it is
 * (acceptance B10).
 *
 * np: 2
 * verdict: error
 * compiler: murmel
 * ways: all
 * finding: BUFFER-CHANGED-EARLY begin=0@put store=0@store
 * twin: put_stored_after.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, origin[4] = {1, 2, 3, 4}, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(origin, 4, MPI_INT, 1, 0, 4, MPI_INT, win); /* @put */
        origin[1] = 7;                                      /* @store */
        MPI_Win_unlock(1, win);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
