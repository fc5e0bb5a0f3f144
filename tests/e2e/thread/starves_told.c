/*
 * A thread receives from any source, and then another one of its process tells
 * the rank of whom the next message is awaited to send.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t received;

static void *serve(void *nothing)
{
    MPI_Comm comm = MPI_COMM_WORLD;

    (void)nothing;
    MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    sem_post(&received);
    MPI_Recv(NULL, 0, MPI_INT, 2, 0, comm, MPI_STATUS_IGNORE);
    return NULL;
}

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    pthread_t thread;
    int rank, provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        sem_init(&received, 0, 0);
        pthread_create(&thread, NULL, serve, NULL);
        sem_wait(&received);
        MPI_Send(NULL, 0, MPI_INT, 2, 1, comm);
        pthread_join(thread, NULL);
    } else if (rank == 1) {
        MPI_Send(NULL, 0, MPI_INT, 0, 0, comm);
    } else {
        MPI_Recv(NULL, 0, MPI_INT, 0, 1, comm, MPI_STATUS_IGNORE);
        MPI_Send(NULL, 0, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
