/*
 * A thread of each rank looks for messages by MPI_Iprobe and receives what it has
 * found, while the main thread sends to all ranks, itself included: the receives
 * wait for nothing.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

enum { ROUNDS = 12 };

static void *receive(void *argument)
{
    const int *messages = argument;
    int number, i;

    for (i = 0; i < *messages; i++) {
        MPI_Status status;
        int found = 0;

        while (!found)
            MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &found, &status);
        MPI_Recv(&number, 1, MPI_INT, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, size, messages, number = 1, i;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    messages = size * ROUNDS;
    pthread_create(&thread, NULL, receive, &messages);
    for (i = 0; i < messages; i++)
        MPI_Send(&number, 1, MPI_INT, i % size, 0, MPI_COMM_WORLD);
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
