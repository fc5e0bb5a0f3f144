/*
 * Several threads of rank 1 receive what several of rank 0 send, all with one
 * tag: which takes what is open, but in each round as much comes as is taken.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>

#define THREADS 3
#define MESSAGES 400

static int rank;

static void *work(void *argument)
{
    int i, value = 0;

    for (i = 0; i < MESSAGES; i++)
        if (rank == 0)
            MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        else
            MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    return argument;
}

int main(int argc, char **argv)
{
    int provided, t, round, sum;
    pthread_t threads[THREADS];

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (round = 0; round < 12 && provided == MPI_THREAD_MULTIPLE; round++) {
        MPI_Barrier(MPI_COMM_WORLD);
        for (t = 0; t < round % 4; t++)
            pthread_create(&threads[t], NULL, work, NULL);
        work(NULL);
        for (t = 0; t < round % 4; t++)
            pthread_join(threads[t], NULL);
        MPI_Reduce(&round, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    }
    work(NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
