/*
 * Two sends that are complete at once, which MPIs give one handle; while a
 * thread waits for the first, and for a receive, another waits for the second,
 * stores into its buffer again, and only then has the receive's message sent.
 *
 * np: 2
 * verdict: clean
 */
#include "in_mpi.h"
#include <mpi.h>
#include <pthread.h>

static atomic_int waiting;
static MPI_Request second;
static int value;

static void *wait_for_second(void *argument)
{
    await_in_mpi(&waiting);
    MPI_Wait(&second, MPI_STATUS_IGNORE);
    value = -1;
    MPI_Send(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD);
    return argument;
}

int main(int argc, char **argv)
{
    int provided, rank, first = 1, in;
    MPI_Request requests[2];
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        value = 2;
        pthread_create(&thread, NULL, wait_for_second, NULL);
        MPI_Irecv(&in, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[1]);
        MPI_Isend(&first, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &second);
        thread_calls(&waiting);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        pthread_join(thread, NULL);
    } else {
        MPI_Recv(&in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
