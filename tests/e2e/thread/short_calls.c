/*
 * Calls of two threads that hardly take time meet, as Murmel lets the first of
 * each place wait while another thread runs: that one makes its call once the
 * first is seen asleep, which it never is in MPI_Pack itself.
 *
 * np: 1
 * verdict: error
 * finding: THREAD-SERIALIZED call=0@first call=0@second
 * twin: short_calls_joined.c
 */
#include <mpi.h>
#include <pthread.h>

#include "in_mpi.h"

static atomic_int first;
static char packed[64];

static void *work(void *argument)
{
    int number = 0, place = 0;

    while (!is_asleep(&first) && number < 100000)
        number += atomic_load(&first) != 0;
    if (number < 100000)
        MPI_Pack(&number, 1, MPI_INT, packed, 32, &place, MPI_COMM_WORLD); /* @second */
    return argument;
}

int main(int argc, char **argv)
{
    int provided, number = 0, place, i;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    pthread_create(&thread, NULL, work, NULL);
    for (i = 0; i < 2; i++) {
        place = 0;
        thread_calls(&first);
        MPI_Pack(&number, 1, MPI_INT, packed + 32, 32, &place, MPI_COMM_WORLD); /* @first */
        atomic_store(&first, 0);
    }
    atomic_store(&first, -1); /* nobody */
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
