/*
 * One of two threads ends the process without a word, in a function that MPI
 * calls, while the other one is in MPI, too: which call it was is not known.
 *
 * np: 1
 * verdict: error
 * finding: PROCESS-KILLED inside=0@wait inside=0@delete
 * says: inside one of the calls that its threads were in
 * status: 3|255|1
 * twin: ended.c
 */
#include "in_mpi.h"

#include <mpi.h>
#include <pthread.h>

static atomic_int receiver;

static void *receive(void *argument)
{
    int value;

    thread_calls(&receiver);
    MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @wait */
    return argument;
}

static int end(MPI_Comm comm, int keyval, void *value, void *extra)
{
    (void)comm;
    (void)keyval;
    (void)value;
    (void)extra;
    _exit(3);
}

int main(int argc, char **argv)
{
    int provided, keyval;
    pthread_t thread;
    MPI_Comm comm;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_dup(MPI_COMM_SELF, &comm);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end, &keyval, NULL);
    MPI_Comm_set_attr(comm, keyval, NULL);
    pthread_create(&thread, NULL, receive, NULL);
    await_in_mpi(&receiver);
    MPI_Comm_delete_attr(comm, keyval); /* @delete */
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
