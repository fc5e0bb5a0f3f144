/*
 * A thread crashes in the operation that MPI_Reduce_local calls, and the newest
 * call of the process, of another thread, has returned.
 *
 * np: 1
 * verdict: error
 * finding: PROCESS-CRASHED inside=0@inside
 * says: inside an MPI call
 * twin: reduce_inside.c
 */
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int inside, asked;

static void crash(void *in, void *inout, int *count, MPI_Datatype *datatype)
{
    int *volatile nowhere = NULL;

    (void)in, (void)inout, (void)count, (void)datatype;
    atomic_store(&inside, 1);
    while (!atomic_load(&asked))
        ;
    *nowhere = 1;
}

static void *reduce(void *op)
{
    int in = 1, inout = 1;

    MPI_Reduce_local(&in, &inout, 1, MPI_INT, *(MPI_Op *)op); /* @inside */
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, rank;
    pthread_t thread;
    MPI_Op op;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Op_create(crash, 1, &op);
    if (pthread_create(&thread, NULL, reduce, &op) != 0)
        return 1;
    while (!atomic_load(&inside))
        ;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    atomic_store(&asked, 1);
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
