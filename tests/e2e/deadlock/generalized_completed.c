/*
 * Generalized requests that are complete before the process waits for them, or
 * that another thread tells to be complete meanwhile, by its only call of MPI.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static int query(void *state, MPI_Status *status)
{
    (void)state;
    MPI_Status_set_elements(status, MPI_BYTE, 0);
    MPI_Status_set_cancelled(status, 0);
    status->MPI_SOURCE = MPI_UNDEFINED;
    status->MPI_TAG = MPI_UNDEFINED;
    return MPI_SUCCESS;
}

static int freed(void *state)
{
    (void)state;
    return MPI_SUCCESS;
}

static int cancel(void *state, int complete)
{
    (void)state;
    (void)complete;
    return MPI_SUCCESS;
}

static void *complete(void *request)
{
    usleep(1500000);
    MPI_Grequest_complete(*(MPI_Request *)request);
    return NULL;
}

int main(int argc, char **argv)
{
    int rank, provided;
    MPI_Request request, copy;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Grequest_start(query, freed, cancel, NULL, &request);
    MPI_Grequest_complete(request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 1 && provided == MPI_THREAD_MULTIPLE) {
        MPI_Grequest_start(query, freed, cancel, NULL, &request);
        copy = request;
        if (pthread_create(&thread, NULL, complete, &copy) != 0)
            return 1;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        pthread_join(thread, NULL);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
