/*
 * An exclusive lock of one window is a mutex for another: a get and a flush
 * make sure that it is held, but what is put is complete only after it was given
 * up.
 *
 * np: 3
 * verdict: error
 * finding: RMA-CONFLICT put=*@put put=*@put ...
 * twin: lock_as_mutex.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int *lock, *data, value, nothing;
    MPI_Win lock_window, data_window;

    MPI_Init(&argc, &argv);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &lock, &lock_window);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &data, &data_window);
    *lock = *data = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, data_window);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, lock_window);
    MPI_Get(&nothing, 1, MPI_INT, 0, 0, 1, MPI_INT, lock_window);
    MPI_Win_flush(0, lock_window);
    MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, data_window);
    MPI_Win_flush(0, data_window);
    value++;
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, data_window); /* @put */
    MPI_Win_unlock(0, lock_window);
    MPI_Win_unlock_all(data_window);
    MPI_Win_free(&lock_window);
    MPI_Win_free(&data_window);
    MPI_Finalize();
    return 0;
}
