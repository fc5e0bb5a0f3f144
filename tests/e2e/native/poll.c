/*
 * The target polls a word until a put arrives, and synchronizes its copies
 * before it reads other bytes (acceptance D5).
 *
 * np: 2
 * verdict: clean
 * unless: memory-model=separate
 * compiler: murmel
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, i, sum = 0, values[2] = {1, 42}, *base;
    volatile int *flag;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_lock_all(0, win);
    base[0] = base[1] = 0;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Put(&values[1], 1, MPI_INT, 1, 1, 1, MPI_INT, win); /* @data */
        MPI_Win_flush(1, win);
        MPI_Put(&values[0], 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* @flag */
        MPI_Win_flush(1, win);
    } else {
        flag = base;
        for (i = 0; i < 100000000 && *flag == 0; i++) /* @poll */
            continue;
        MPI_Win_sync(win);
        sum = base[1]; /* @load */
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum > 42;
}
