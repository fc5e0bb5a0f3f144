/*
 * A thread marks a partition that the main thread marks, too, after it has
 * ended.
 *
 * np: 2
 * verdict: error
 * finding: PART-READY-TWICE call=0@main first=0@thread made=0@made
 * flavours: abi mpich
 * hangs: maybe
 * twin: threads.c
 */
#include <mpi.h>
#include <pthread.h>

static MPI_Request request;

static void *mark(void *argument)
{
    (void)argument;
    MPI_Pready_range(0, 2, request); /* @thread */
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, rank, data[8] = {0};
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Psend_init(data, 4, 2, MPI_INT, 1, 3, /* @made */
                       MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        pthread_create(&thread, NULL, mark, NULL);
        pthread_join(thread, NULL);
        MPI_Pready(2, request); /* @main */
        MPI_Pready(3, request);
    } else {
        MPI_Precv_init(data, 2, 4, MPI_INT, 0, 3, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &request);
        MPI_Start(&request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
