/*
 * Three threads of each rank begin MPI at once, each with a session of its own.
 *
 * np: 4
 * verdict: clean
 * flavours: abi mpich
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

enum { THREADS = 3 };

static MPI_Session sessions[THREADS];

static void *work(void *argument)
{
    const int *number = argument;
    MPI_Session *session = &sessions[*number];
    MPI_Group group;
    MPI_Comm comm;
    MPI_Info info;
    char name[16];
    int one = 1, sum;

    MPI_Info_create(&info);
    MPI_Info_set(info, "thread_level", "MPI_THREAD_MULTIPLE");
    MPI_Session_init(info, MPI_ERRORS_ARE_FATAL, session);
    MPI_Info_free(&info);
    MPI_Group_from_session_pset(*session, "mpi://WORLD", &group);
    snprintf(name, sizeof name, "thread %d", *number);
    MPI_Comm_create_from_group(group, name, MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    MPI_Comm_free(&comm);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int numbers[THREADS], i;

    for (i = 0; i < THREADS; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, work, &numbers[i]);
    }
    for (i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (i = 0; i < THREADS; i++)
        MPI_Session_finalize(&sessions[i]);
    return 0;
}
