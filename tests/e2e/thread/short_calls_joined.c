/*
 * As short_calls.c, but the one thread makes its call before the other one.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>

static char packed[64];

static void *work(void *argument)
{
    int number = 0, place = 0;

    MPI_Pack(&number, 1, MPI_INT, packed, 32, &place, MPI_COMM_WORLD);
    return argument;
}

int main(int argc, char **argv)
{
    int provided, number = 0, place, i;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    for (i = 0; i < 2; i++) {
        place = 0;
        MPI_Pack(&number, 1, MPI_INT, packed + 32, 32, &place, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
