/*
 * A barrier puts them in order.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

/* What the other thread of each rank does tells nobody anything. */
static void *work(void *own)
{
    MPI_Comm comm = *(MPI_Comm *)own;
    int i, flag;

    for (i = 0; i < 20; i++)
        MPI_Iprobe(MPI_ANY_SOURCE, 0, comm, &flag, MPI_STATUS_IGNORE);
    return NULL;
}

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD, own;
    pthread_t thread;
    int rank, value = 0, sent = 1, provided;
    MPI_Status status;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_dup(MPI_COMM_SELF, &own);
    pthread_create(&thread, NULL, work, &own);
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm,
                 &status);
    if (rank == 2)
        MPI_Send(&sent, 1, MPI_INT, 1, 0, comm);
    MPI_Barrier(comm);
    if (rank == 0)
        MPI_Send(&sent, 1, MPI_INT, 1, 0, comm);
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status);
    pthread_join(thread, NULL);
    MPI_Comm_free(&own);
    MPI_Finalize();
    return 0;
}
