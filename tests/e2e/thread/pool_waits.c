/*
 * Each process has a thread that waits on a condition for work, as those of
 * OpenMP do between parallel regions; the tag of the messages is another than
 * that which is waited for.
 *
 * np: 2
 * verdict: error
 * finding: DEADLOCK waits=0@wait begun=0@receive missed=1@send waits=1@wait begun=1@receive missed=0@send
 * hangs: yes
 * twin: pool_works.c
 */
#include <mpi.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int work;

static void *wait_for_work(void *unused)
{
    pthread_mutex_lock(&lock);
    while (!work)
        pthread_cond_wait(&condition, &lock);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(int argc, char **argv)
{
    int rank, given, got = 0, provided;
    pthread_t thread;
    MPI_Request requests[2];

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    given = rank;
    pthread_create(&thread, NULL, wait_for_work, NULL);
    MPI_Irecv(&got, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, &requests[0]); /* @receive */
    MPI_Isend(&given, 1, MPI_INT, 1 - rank, 2, MPI_COMM_WORLD, &requests[1]); /* @send */
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE); /* @wait */
    pthread_mutex_lock(&lock);
    work = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
