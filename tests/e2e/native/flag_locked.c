/*
 * Data and a flag behind them are put in one epoch of an exclusive lock; the
 * target looks at the flag by loads under a lock of its own part until it is
 * set, and then stores where the data are (12.5.3).
 *
 * np: 2
 * verdict: clean
 * compiler: murmel
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 42, one = 1, seen = 0, *memory;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(rank == 1 ? 16 * sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    if (rank == 1)
        memory[0] = memory[8] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Put(&one, 1, MPI_INT, 1, 8, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
    } else {
        while (seen == 0) {
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
            seen = memory[8];
            MPI_Win_unlock(1, win);
        }
        memory[0] = 7;
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
