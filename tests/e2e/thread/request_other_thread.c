/*
 * A thread waits for requests that another one has started.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>

static void *wait_for(void *argument)
{
    MPI_Waitall(2, argument, MPI_STATUSES_IGNORE);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, rank, out, in, i;
    MPI_Request requests[2];
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < 50; i++) {
        out = i;
        MPI_Irecv(&in, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(&out, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
        pthread_create(&thread, NULL, wait_for, requests);
        pthread_join(thread, NULL);
    }
    MPI_Finalize();
    return 0;
}
