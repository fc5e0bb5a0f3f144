/*
 * Exclusive locks that keep nobody out of the data: not yet held (a lock need
 * not wait, 12.5.3), given back before the put is complete, of two parts, shared
 * by both, or of windows that each has for itself.
 *
 * np: 3
 * verdict: error
 * finding: RMA-CONFLICT put=*@early put=*@early ranks=1,2 count=1
 * finding: RMA-CONFLICT put=*@late put=*@late ranks=1,2 count=1
 * finding: RMA-CONFLICT put=*@parts put=*@parts ranks=1,2 count=1
 * finding: RMA-CONFLICT put=*@shared put=*@shared ranks=1,2 count=1
 * finding: RMA-CONFLICT put=*@own put=*@own ranks=1,2 count=1
 * twin: guarded.c
 */
#include <mpi.h>

static MPI_Win make(int **memory)
{
    MPI_Win win;
    int i;

    MPI_Win_allocate(5 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, memory, &win);
    for (i = 0; i < 5; i++)
        (*memory)[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    return win;
}

int main(int argc, char **argv)
{
    int rank, value = 5, *held, *data;
    MPI_Win mutex, win, own;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mutex = make(&held);
    win = make(&data);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_SELF, &held, &own);
    if (rank > 0) {
        MPI_Win_lock_all(0, win);

        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, mutex);
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); /* @early */
        MPI_Win_flush(0, win);
        MPI_Win_unlock(0, mutex);

        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, mutex);
        MPI_Win_flush(0, mutex);
        MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win); /* @late */
        MPI_Win_unlock(0, mutex);
        MPI_Win_flush(0, win);

        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, mutex);
        MPI_Put(&value, 1, MPI_INT, 0, 2, 1, MPI_INT, win); /* @parts */
        MPI_Win_flush(0, win);
        MPI_Win_unlock(rank, mutex);

        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, mutex);
        MPI_Win_flush(0, mutex);
        MPI_Put(&value, 1, MPI_INT, 0, 3, 1, MPI_INT, win); /* @shared */
        MPI_Win_flush(0, win);
        MPI_Win_unlock(0, mutex);

        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, own);
        MPI_Put(&value, 1, MPI_INT, 0, 4, 1, MPI_INT, win); /* @own */
        MPI_Win_flush(0, win);
        MPI_Win_unlock(0, own);

        MPI_Win_unlock_all(win);
    }
    MPI_Win_free(&own);
    MPI_Win_free(&win);
    MPI_Win_free(&mutex);
    MPI_Finalize();
    return 0;
}
