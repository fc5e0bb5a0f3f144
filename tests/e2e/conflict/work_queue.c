/*
 * Under one lock of all: numbers are drawn from a counter, what is drawn is
 * got, worked on, and put where nobody else puts; a barrier, and all is got.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

#define ITEMS 20

int main(int argc, char **argv)
{
    int *base, i, value, one = 1, rank, item, results[ITEMS], wrong = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate((2 * ITEMS + 1) * sizeof(int), sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &base, &win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    for (i = 0; i < ITEMS; i++)
        base[i] = i;
    base[2 * ITEMS] = 0;
    MPI_Win_unlock(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    for (;;) {
        MPI_Fetch_and_op(&one, &item, MPI_INT, 0, 2 * ITEMS, MPI_SUM, win);
        MPI_Win_flush_local(0, win);
        if (item >= ITEMS)
            break;
        MPI_Get(&value, 1, MPI_INT, 0, item, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        value = value * value;
        MPI_Put(&value, 1, MPI_INT, 0, ITEMS + item, 1, MPI_INT, win);
        MPI_Win_flush_local(0, win);
    }
    MPI_Win_flush_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Get(results, ITEMS, MPI_INT, 0, ITEMS, ITEMS, MPI_INT, win);
    MPI_Win_unlock_all(win);
    for (i = 0; i < ITEMS; i++)
        wrong += results[i] != i * i;
    MPI_Win_free(&win);
    MPI_Finalize();
    return wrong != 0;
}
