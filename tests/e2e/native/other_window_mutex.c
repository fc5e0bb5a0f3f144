/*
 * A mutex that processes share, in memory of a shared window, puts in order
 * what they get from another window, and put there.
 *
 * np: 3
 * verdict: clean
 * compiler: murmel
 * flavours: abi (others may need the target to call MPI and it waits for the mutex)
 * flags: -pthread
 */
#include <mpi.h>
#include <pthread.h>

int main(int argc, char **argv)
{
    int rank, size, unit, value, round, *counter;
    pthread_mutex_t *mutex;
    pthread_mutexattr_t shared;
    MPI_Aint bytes;
    MPI_Win counters, mutexes;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &counter, &counters);
    *counter = 0;
    bytes = rank == 0 ? sizeof *mutex : 0;
    MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &mutex, &mutexes);
    MPI_Win_shared_query(mutexes, 0, &bytes, &unit, &mutex);
    if (rank == 0) {
        pthread_mutexattr_init(&shared);
        pthread_mutexattr_setpshared(&shared, PTHREAD_PROCESS_SHARED);
        pthread_mutex_init(mutex, &shared);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, counters);
    MPI_Win_lock_all(0, mutexes);
    for (round = 0; round < 5; round++) {
        pthread_mutex_lock(mutex);
        MPI_Win_sync(mutexes);
        MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, counters);
        MPI_Win_flush(0, counters);
        value++;
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, counters);
        MPI_Win_flush(0, counters);
        MPI_Win_sync(mutexes);
        pthread_mutex_unlock(mutex);
    }
    MPI_Win_unlock_all(mutexes);
    MPI_Win_unlock_all(counters);
    MPI_Barrier(MPI_COMM_WORLD);
    round = rank == 0 && *counter != 5 * size;
    MPI_Win_free(&mutexes);
    MPI_Win_free(&counters);
    MPI_Finalize();
    return round;
}
