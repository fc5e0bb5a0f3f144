/*
 * Another thread, which calls no MPI function, copies from a buffer before its
 * receive is complete.
 *
 * np: 2
 * verdict: error
 * compiler: murmel
 * finding: BUFFER-ACCESSED-EARLY begin=1@irecv load=1@load
 * twin: thread_load_after.c
 */
#include <mpi.h>
#include <pthread.h>
#include <string.h>

static char buffer[3000], copy[3000];
static pthread_barrier_t begun, used;

/* It calls no MPI function. */
static void *work(void *context)
{
    (void)context;
    pthread_barrier_wait(&begun);
    memcpy(copy, buffer + 64, 1000); /* @load */
    pthread_barrier_wait(&used);
    return NULL;
}

int main(int argc, char **argv)
{
    int rank, level;
    MPI_Request request;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    pthread_barrier_init(&begun, NULL, 2);
    pthread_barrier_init(&used, NULL, 2);
    pthread_create(&thread, NULL, work, NULL);
    if (rank == 0)
        MPI_Isend(buffer, sizeof buffer, MPI_CHAR, 1, 0, MPI_COMM_WORLD,
                  &request);
    else
        MPI_Irecv(/* @irecv */ buffer, sizeof buffer, MPI_CHAR, 0, 0,
                  MPI_COMM_WORLD, &request);
    pthread_barrier_wait(&begun);
    pthread_barrier_wait(&used);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    pthread_join(thread, NULL);
    MPI_Finalize();
    return copy[0];
}
