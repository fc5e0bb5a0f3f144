/*
 * Two threads receive at once with one tag, each from another rank: which
 * message is whose is certain, and so is that one has the wrong type.
 *
 * np: 3
 * verdict: error
 * finding: P2P-TYPE-MISMATCH receive=0@recv send=2@send
 * twin: recv_sources_typed.c
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static void *work(void *argument)
{
    const int *source = argument;
    float value;

    MPI_Recv(&value, 1, MPI_FLOAT, *source, 0, MPI_COMM_WORLD, /* @recv */
             MPI_STATUS_IGNORE);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[2];
    int sources[2] = {1, 2}, provided, rank, i;
    float value = 1;
    int wrong = 2;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank > 0)
        usleep(100000); /* both wait by then, mostly */
    for (i = 0; rank == 0 && i < 2; i++)
        pthread_create(&threads[i], NULL, work, &sources[i]);
    for (i = 0; rank == 0 && i < 2; i++)
        pthread_join(threads[i], NULL);
    if (rank == 1)
        MPI_Send(&value, 1, MPI_FLOAT, 0, 0, MPI_COMM_WORLD);
    if (rank == 2)
        MPI_Send(&wrong, 1, MPI_INT, 0, 0, MPI_COMM_WORLD); /* @send */
    MPI_Finalize();
    return 0;
}
