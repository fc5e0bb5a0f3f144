/*
 * Two threads of rank 0 are in collective operations on two communicators, two
 * of rank 1 wait for messages, and rank 2, which has one thread, for another.
 *
 * np: 3
 * verdict: error
 * finding: DEADLOCK waits=0@reduce waits=0@barrier waits=1@main waits=1@worker waits=2@two
 * hangs: maybe
 * twin: barriers_recv_sent.c
 */
#include <mpi.h>
#include <pthread.h>

static MPI_Comm one, other, third;
static int rank;

static void *work(void *argument)
{
    int value = 0;

    if (rank == 0)
        MPI_Barrier(other); /* @barrier */
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, 0, 5, third, MPI_STATUS_IGNORE); /* @worker */
    return argument;
}

int main(int argc, char **argv)
{
    int provided, value = 0, sum;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &one);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);
    MPI_Comm_dup(MPI_COMM_WORLD, &third);
    if (rank < 2)
        pthread_create(&thread, NULL, work, NULL);
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, 2, 6, third, MPI_STATUS_IGNORE); /* @main */
    if (rank == 2)
        MPI_Recv(&value, 1, MPI_INT, 0, 7, third, MPI_STATUS_IGNORE); /* @two */
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, one); /* @reduce */
    if (rank < 2)
        pthread_join(thread, NULL);
    if (rank > 0)
        MPI_Barrier(other);
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 2, 7, third);
    MPI_Comm_free(&third);
    MPI_Comm_free(&other);
    MPI_Comm_free(&one);
    MPI_Finalize();
    return 0;
}
