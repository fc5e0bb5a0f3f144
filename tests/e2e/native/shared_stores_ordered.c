/*
 * Two processes use one shared window by loads and stores, in all ways in which
 * MPI and the language put them in order.
 *
 * np: 2
 * verdict: clean
 * compiler: murmel
 */
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>

static int *first; /* of rank 1's part */
static MPI_Win win;

static void barrier(void)
{
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
}

static int by_barrier(int rank)
{
    if (rank == 0)
        first[0] = 1;
    barrier();
    if (rank == 1)
        first[0]++;
    barrier();
    return first[0];
}

static int by_message(int rank)
{
    if (rank == 0) {
        first[1] = 5;
        MPI_Win_sync(win);
        MPI_Send(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD);
        return 0;
    }
    MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    MPI_Win_sync(win);
    return first[1];
}

/* Without a call between the flag and the data. */
static int by_flag(int rank)
{
    atomic_int *flag = (atomic_int *)&first[2];

    if (rank == 0) {
        first[3] = 7;
        atomic_store_explicit(flag, 1, memory_order_release);
        return 0;
    }
    while (atomic_load_explicit(flag, memory_order_acquire) == 0)
        continue;
    return first[3]++;
}

static int by_counter(int rank)
{
    atomic_int *counter = (atomic_int *)&first[4];

    first[5 + rank] = rank;
    atomic_fetch_add(counter, 1);
    while (atomic_load(counter) < 2)
        MPI_Win_sync(win);
    return first[6 - rank];
}

static int by_volatile(int rank)
{
    volatile int *flag = &first[7];

    if (rank == 0) {
        first[8] = 7;
        MPI_Win_sync(win);
        *flag = 1;
        return 0;
    }
    while (*flag == 0)
        MPI_Win_sync(win);
    return first[8];
}

static int by_spin_lock(int rank)
{
    atomic_flag *lock = (atomic_flag *)&first[9];

    for (int i = 0; i < 100; i++) {
        while (atomic_flag_test_and_set(lock))
            continue;
        first[10] += rank;
        atomic_flag_clear(lock);
    }
    return 0;
}

static int by_lock(int rank)
{
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    first[11] += rank;
    MPI_Win_unlock(1, win);
    return 0;
}

static int by_fence(int rank)
{
    MPI_Win_fence(0, win);
    if (rank == 0)
        first[12] = 4;
    MPI_Win_fence(0, win);
    return first[12];
}

static int by_mutex(int rank)
{
    pthread_mutex_t *mutex = (pthread_mutex_t *)(first + 16);

    if (rank == 0) {
        pthread_mutexattr_t attributes;

        pthread_mutexattr_init(&attributes);
        pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
        pthread_mutex_init(mutex, &attributes);
        pthread_mutexattr_destroy(&attributes);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    pthread_mutex_lock(mutex);
    first[13]++;
    pthread_mutex_unlock(mutex);
    return 0;
}

int main(int argc, char **argv)
{
    int rank, unit, sum = 0, *base;
    MPI_Aint size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(256, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                            &base, &win);
    MPI_Win_shared_query(win, 1, &size, &unit, &first);
    MPI_Win_lock_all(0, win);
    for (int i = 0; rank == 1 && i < 16; i++)
        base[i] = 0;
    barrier();
    sum += by_barrier(rank) + by_message(rank) + by_flag(rank) +
           by_counter(rank) + by_volatile(rank) + by_spin_lock(rank);
    barrier();
    MPI_Win_unlock_all(win);
    sum += by_lock(rank) + by_fence(rank);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    sum += by_mutex(rank);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum > 100;
}
