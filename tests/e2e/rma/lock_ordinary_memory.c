/*
 * A lock of a window in memory that does not come from MPI (acceptance B7).
 *
 * np: 2
 * verdict: note
 * finding: RMA-LOCK-ORDINARY-MEMORY lock=0@lock
 * options: --portability
 * twin: lock_allocated_memory.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    static int memory[16];
    int rank;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, 64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &win);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win); /* @lock */
        MPI_Win_unlock(1, win);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
