/*
 * As recv_sources.c, but with the types right.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static void *work(void *argument)
{
    const int *source = argument;
    float value;

    MPI_Recv(&value, 1, MPI_FLOAT, *source, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[2];
    int sources[2] = {1, 2}, provided, rank, i;
    float value = 1;
    float right = 2;

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
        MPI_Send(&right, 1, MPI_FLOAT, 0, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
