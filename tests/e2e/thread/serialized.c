/*
 * MPI_THREAD_SERIALIZED, and the main thread calls MPI while another one is
 * in MPI_Comm_dup: in a callback, which waits until the main thread has.
 *
 * np: 1
 * verdict: error
 * finding: THREAD-SERIALIZED call=0@dup call=0@send
 * twin: serialized_mutex.c
 */
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

static atomic_bool inside, over;

static void await(atomic_bool *flag)
{
    static const struct timespec millisecond = {0, 1000000};

    while (!atomic_load(flag))
        nanosleep(&millisecond, NULL);
}

static int copy(MPI_Comm comm, int keyval, void *extra, void *in, void *out,
                int *flag)
{
    (void)comm;
    (void)keyval;
    (void)extra;
    (void)in;
    (void)out;
    atomic_store(&inside, true);
    await(&over);
    *flag = 0;
    return MPI_SUCCESS;
}

static void *work(void *argument)
{
    MPI_Comm comm;

    (void)argument;
    MPI_Comm_dup(MPI_COMM_SELF, &comm); /* @dup */
    MPI_Comm_free(&comm);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, keyval, value = 0;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &keyval, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, keyval, &value);
    pthread_create(&thread, NULL, work, NULL);
    await(&inside);
    MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD); /* @send */
    atomic_store(&over, true);
    pthread_join(thread, NULL);
    MPI_Comm_delete_attr(MPI_COMM_SELF, keyval);
    MPI_Comm_free_keyval(&keyval);
    MPI_Finalize();
    return 0;
}
