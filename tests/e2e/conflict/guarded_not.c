/*
 * Exclusive locks that keep nobody out of the data: not yet held (a lock need
 * not wait, 12.5.3), given back before the put is complete, of two parts, or
 * shared by both.
 *
 * np: 3
 * verdict: error
 * finding: RMA-CONFLICT put=*@early put=*@early ranks=1,2 count=1
 * finding: RMA-CONFLICT put=*@late put=*@late ranks=1,2 count=1
 * finding: RMA-CONFLICT put=*@parts put=*@parts ranks=1,2 count=1
 * finding: RMA-CONFLICT put=*@shared put=*@shared ranks=1,2 count=1
 * twin: guarded.c
 */
#include <mpi.h>

static MPI_Win make(int **memory)
{
    MPI_Win win;

    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, memory, &win);
    (*memory)[0] = (*memory)[1] = (*memory)[2] = (*memory)[3] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    return win;
}

int main(int argc, char **argv)
{
    int rank, value = 5, *held, *data;
    MPI_Win mutex, win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mutex = make(&held);
    win = make(&data);
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

        MPI_Win_unlock_all(win);
    }
    MPI_Win_free(&win);
    MPI_Win_free(&mutex);
    MPI_Finalize();
    return 0;
}
