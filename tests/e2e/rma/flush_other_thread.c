/*
 * Two threads flush one target, one of them only that; what the other one has got
 * is its own again after its own flush.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static MPI_Win window;
static atomic_int done;

static void *get(void *argument)
{
    long value;
    int i;

    for (i = 0; i < 300; i++) {
        value = -7;
        MPI_Get(&value, 1, MPI_LONG, 1, 0, 1, MPI_LONG, window);
        MPI_Win_flush(1, window);
    }
    done = 1;
    return argument;
}

static void *flush(void *argument)
{
    while (!done)
        MPI_Win_flush(1, window);
    return argument;
}

int main(int argc, char **argv)
{
    pthread_t threads[2];
    int provided, rank;
    long *memory;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
    MPI_Win_lock_all(0, window);
    *memory = 0;
    MPI_Win_sync(window);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        pthread_create(&threads[0], NULL, get, NULL);
        pthread_create(&threads[1], NULL, flush, NULL);
        pthread_join(threads[0], NULL);
        pthread_join(threads[1], NULL);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
