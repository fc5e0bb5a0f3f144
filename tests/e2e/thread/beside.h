/*
 * beside.h - another thread of each rank calls MPI meanwhile, and tells nobody
 * anything.
 */
#include <mpi.h>
#include <pthread.h>
#include <stddef.h>

static pthread_t beside;
static MPI_Comm beside_comm;

static void *probe_beside(void *nothing)
{
    int i, flag;

    for (i = 0; i < 20; i++)
        MPI_Iprobe(MPI_ANY_SOURCE, 0, beside_comm, &flag, MPI_STATUS_IGNORE);
    return nothing;
}

static void begin_beside(void)
{
    MPI_Comm_dup(MPI_COMM_SELF, &beside_comm);
    pthread_create(&beside, NULL, probe_beside, NULL);
}

static void end_beside(void)
{
    pthread_join(beside, NULL);
    MPI_Comm_free(&beside_comm);
}
