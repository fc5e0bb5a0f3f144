/*
 * Two threads make communicators of one group at once, with one tag: those of rank
 * 1 wait for rank 0, which comes late.
 *
 * np: 2
 * verdict: error
 * finding: THREAD-COLLECTIVES call=*@create call=*@create ...
 * says: in two threads at once with the same comm and tag
 * hangs: maybe
 * status: 0|1|134|139
 * twin: create_group_tags.c
 */
#include "in_mpi.h"

#include <mpi.h>
#include <pthread.h>

static MPI_Group group;
static int tags[2];
static atomic_int makers[2];

static void *make(void *argument)
{
    int *tag = argument;
    MPI_Comm comm;

    thread_calls(&makers[tag - tags]);
    MPI_Comm_create_group(MPI_COMM_WORLD, group, *tag, &comm); /* @create */
    MPI_Comm_free(&comm);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, rank, i;
    pthread_t threads[2];

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    if (rank == 0)
        MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    for (i = 0; i < 2; i++) {
        tags[i] = 1;
        pthread_create(&threads[i], NULL, make, &tags[i]);
    }
    if (rank == 1) {
        await_in_mpi(&makers[0]);
        await_in_mpi(&makers[1]);
        MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    for (i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    MPI_Group_free(&group);
    MPI_Finalize();
    return 0;
}
