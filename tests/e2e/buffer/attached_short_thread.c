/*
 * The only thread that calls MPI, not the main one, sends more than the attached
 * buffer takes before any of it can have left.
 *
 * np: 1
 * verdict: potential
 * finding: BSEND-OVERFLOW call=0@many attach=0@attach
 * twin: attached_fits.c
 */
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

enum { MANY = 6 };

static double in[MANY], out;

static void *send(void *argument)
{
    int i;

    for (i = 0; i < MANY; i++)
        MPI_Bsend(&out, 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF); /* @many */
    return argument;
}

int main(int argc, char **argv)
{
    MPI_Request receives[MANY];
    int provided, size = 5 * (8 + MPI_BSEND_OVERHEAD), i;
    pthread_t thread;
    void *buffer;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    buffer = malloc((size_t)size);
    MPI_Buffer_attach(buffer, size); /* @attach */
    for (i = 0; i < MANY; i++)
        MPI_Irecv(&in[i], 1, MPI_DOUBLE, 0, 0, MPI_COMM_SELF, &receives[i]);
    pthread_create(&thread, NULL, send, NULL);
    pthread_join(thread, NULL);
    MPI_Waitall(MANY, receives, MPI_STATUSES_IGNORE);
    MPI_Buffer_detach(&buffer, &size);
    free(buffer);
    MPI_Finalize();
    return 0;
}
