/*
 * As race/around_bcast.c, by the main thread of processes in which another one
 * calls MPI, too.
 *
 * np: 3
 * verdict: potential
 * finding: RACE-COLLECTIVE receive=1@first before=2@before after=0@after collective=0@coll count=1
 * twin: around_barrier_beside.c
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
    int rank, value = 0, sent = 1, data = 0, provided;
    MPI_Status status;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_dup(MPI_COMM_SELF, &own);
    pthread_create(&thread, NULL, work, &own);
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @first */
                 &status);
    if (rank == 2)
        MPI_Send(&sent, 1, MPI_INT, 1, 0, comm); /* @before */
    MPI_Bcast(&data, 1, MPI_INT, 0, comm); /* @coll */
    if (rank == 0)
        MPI_Send(&sent, 1, MPI_INT, 1, 0, comm); /* @after */
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status);
    pthread_join(thread, NULL);
    MPI_Comm_free(&own);
    MPI_Finalize();
    return 0;
}
