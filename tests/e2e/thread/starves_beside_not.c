/*
 * The receive from any source comes last.
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
    int rank, provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_dup(MPI_COMM_SELF, &own);
    pthread_create(&thread, NULL, work, &own);
    if (rank == 0) {
        MPI_Recv(NULL, 0, MPI_INT, 1, 0, comm,
                 MPI_STATUS_IGNORE);
        MPI_Recv(NULL, 0, MPI_INT, MPI_ANY_SOURCE, 0, comm,
                 MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Send(NULL, 0, MPI_INT, 0, 0, comm);
        MPI_Send(NULL, 0, MPI_INT, 2, 0, comm);
    } else {
        /* Rank 1's message is mostly there first. */
        MPI_Recv(NULL, 0, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);
        MPI_Send(NULL, 0, MPI_INT, 0, 0, comm);
    }
    pthread_join(thread, NULL);
    MPI_Comm_free(&own);
    MPI_Finalize();
    return 0;
}
