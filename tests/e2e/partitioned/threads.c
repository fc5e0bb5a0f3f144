/*
 * Two threads mark the partitions of one send while the main thread waits
 * for its end.
 *
 * np: 2
 * verdict: clean
 * flavours: abi mpich
 */
#include <mpi.h>
#include <pthread.h>

static MPI_Request request;

static void *mark(void *argument)
{
    int first = *(int *)argument;

    MPI_Pready_range(first, first + 1, request);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, rank, data[8] = {0}, firsts[] = {0, 2};
    pthread_t threads[2];

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Psend_init(data, 4, 2, MPI_INT, 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &request);
        MPI_Start(&request);
        pthread_create(&threads[0], NULL, mark, &firsts[0]);
        pthread_create(&threads[1], NULL, mark, &firsts[1]);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        pthread_join(threads[0], NULL);
        pthread_join(threads[1], NULL);
    } else {
        MPI_Precv_init(data, 2, 4, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &request);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
