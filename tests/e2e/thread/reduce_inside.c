/*
 * A thread is in the operation that MPI_Reduce_local calls while another one
 * calls MPI.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int inside, asked;

static void add(void *in, void *inout, int *count, MPI_Datatype *datatype)
{
    (void)count, (void)datatype;
    atomic_store(&inside, 1);
    while (!atomic_load(&asked))
        ;
    *(int *)inout += *(int *)in;
}

static void *reduce(void *op)
{
    int in = 1, inout = 1;

    MPI_Reduce_local(&in, &inout, 1, MPI_INT, *(MPI_Op *)op);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, rank;
    pthread_t thread;
    MPI_Op op;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Op_create(add, 1, &op);
    if (pthread_create(&thread, NULL, reduce, &op) != 0)
        return 1;
    while (!atomic_load(&inside))
        ;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    atomic_store(&asked, 1);
    pthread_join(thread, NULL);
    MPI_Op_free(&op);
    MPI_Finalize();
    return 0;
}
