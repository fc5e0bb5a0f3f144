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
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>

static MPI_Group group;

static void *make(void *argument)
{
    const int *tag = argument;
    MPI_Comm comm;

    MPI_Comm_create_group(MPI_COMM_WORLD, group, *tag, &comm); /* @create */
    MPI_Comm_free(&comm);
    return NULL;
}

int main(int argc, char **argv)
{
    int tags[2] = {1, 1}, provided, rank, i;
    pthread_t threads[2];

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &group);
    if (rank == 0)
        usleep(200000);
    for (i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, make, &tags[i]);
    for (i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    MPI_Group_free(&group);
    MPI_Finalize();
    return 0;
}
