/*
 * Threads that send to another rank, then to themselves, and are gone, maybe
 * before that rank has received anything.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>

#define THREADS 100

static void *send_and_end(void *argument)
{
    int out = 1, in;

    MPI_Send(&out, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Sendrecv(&out, 1, MPI_INT, 0, 1, &in, 1, MPI_INT, 0, 1, MPI_COMM_SELF,
                 MPI_STATUS_IGNORE);
    return argument;
}

int main(int argc, char **argv)
{
    int provided, rank, i, value;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < THREADS; i++)
        if (rank == 0) {
            pthread_create(&thread, NULL, send_and_end, NULL);
            pthread_join(thread, NULL);
        } else {
            MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        }
    MPI_Finalize();
    return 0;
}
