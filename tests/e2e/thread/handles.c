/*
 * Threads make and free datatypes, communicators, groups and info objects: an
 * MPI gives one thread the handle that another has just freed.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>

#define THREADS 3
#define ROUNDS  40

static MPI_Comm comms[THREADS];
static int rank;

static void *work(void *argument)
{
    MPI_Comm *comm = argument;
    int i, out[4] = {1, 2, 3, 4}, in[4];

    for (i = 0; i < ROUNDS; i++) {
        MPI_Datatype row;
        MPI_Group group;

        MPI_Type_contiguous(2, MPI_INT, &row);
        MPI_Type_commit(&row);
        MPI_Sendrecv(out, 2, row, 1 - rank, 0, in, 2, row, 1 - rank, 0, *comm,
                     MPI_STATUS_IGNORE);
        MPI_Type_free(&row);
        if (i % 8 == 0) {
            MPI_Comm mine;

            MPI_Comm_dup(*comm, &mine);
            MPI_Comm_group(mine, &group);
            MPI_Barrier(mine);
            MPI_Group_free(&group);
            MPI_Comm_free(&mine);
        }
    }
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[THREADS];
    int provided, i;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < THREADS; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &comms[i]);
    for (i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, &comms[i]);
    for (i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (i = 0; i < THREADS; i++)
        MPI_Comm_free(&comms[i]);
    MPI_Finalize();
    return 0;
}
