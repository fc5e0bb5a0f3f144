/*
 * Two threads of each rank send and receive at once, each on a communicator
 * of its own; an MPI that gives less than MPI_THREAD_MULTIPLE is content.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>

#define MESSAGES 500

static void *talk(void *argument)
{
    MPI_Comm comm = *(MPI_Comm *)argument;
    int rank, i, value = 0;

    MPI_Comm_rank(comm, &rank);
    for (i = 0; i < MESSAGES; i++) {
        if (rank == 0)
            MPI_Send(&i, 1, MPI_INT, 1, 0, comm);
        else
            MPI_Recv(&value, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, i;
    MPI_Comm comms[2];
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    for (i = 0; i < 2; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    if (provided == MPI_THREAD_MULTIPLE) {
        pthread_create(&thread, NULL, talk, &comms[1]);
        talk(&comms[0]);
        pthread_join(thread, NULL);
    }
    for (i = 0; i < 2; i++)
        MPI_Comm_free(&comms[i]);
    MPI_Finalize();
    return 0;
}
