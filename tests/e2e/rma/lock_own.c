/*
 * A lock of the own rank (acceptance B11) blocks until it is held: what
 * another rank put under its lock before is there.  tests/refmpi has the same
 * for the reference MPI, many times.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, *base, values[2] = {1, 2};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&values[0], 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win); /* has the lock by now */
        MPI_Barrier(MPI_COMM_WORLD);
        usleep(50000);
        MPI_Put(&values[1], 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    } else {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        if (base[0] != values[1])
            MPI_Abort(MPI_COMM_WORLD, 9);
        base[0] = 0;
        MPI_Win_unlock(0, win);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
