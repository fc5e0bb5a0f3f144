/* np: 2 */
/* not under: memory-model=separate */
/*
 * Passive target access needs no MPI call of the target: rank 1 spins outside
 * MPI, on its own window, until rank 0 has put there.
 */
#include "check.h"
#include <string.h>

int main(int argc, char **argv)
{
    static int memory[4];
    int *base = memory, rank, one = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int allocate = 0; allocate < 2; allocate++) {
        if (allocate)
            MPI_Win_allocate(sizeof(memory), sizeof(int), MPI_INFO_NULL,
                             MPI_COMM_WORLD, &base, &win);
        else
            MPI_Win_create(base, sizeof(memory), sizeof(int), MPI_INFO_NULL,
                           MPI_COMM_WORLD, &win);
        memset(base, 0, sizeof(memory));
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) {
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
            MPI_Put(&one, 1, MPI_INT, 1, 2, 1, MPI_INT, win);
            MPI_Win_unlock(1, win);
            MPI_Win_lock_all(0, win);
            MPI_Accumulate(&one, 1, MPI_INT, 1, 3, 1, MPI_INT, MPI_SUM, win);
            MPI_Win_unlock_all(win);
        } else {
            volatile int *word = base;

            while (word[2] == 0 || word[3] == 0)
                continue;
        }
        MPI_Win_free(&win);
    }
    MPI_Finalize();
    return 0;
}
