/*
 * Processes poll a flag in a shared window each in a way of its own, in which no
 * branch goes by what they load: it goes through a string, a variable of the
 * thread, an MPI call, a function that the MPI calls, a thread.
 *
 * np: 6
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static struct {
    int flag, data;
    char text[4];
} *shared;
static __thread volatile int seen;
static volatile int done;

#define LOAD(place) __atomic_load_n(&(place), __ATOMIC_ACQUIRE)

static int poll_within(MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm;
    (void)key;
    (void)value;
    (void)extra;
    while (LOAD(shared->flag) == 0)
        usleep(1000);
    return MPI_SUCCESS;
}

static void *poll_beside(void *argument)
{
    while (LOAD(shared->flag) == 0)
        usleep(1000);
    done = 1;
    return argument;
}

static void poll(int rank)
{
    char text[2] = "";
    int all = 0, key, one;
    pthread_t thread;
    MPI_Comm comm;

    switch (rank) {
    case 1:
        while (text[0] = LOAD(shared->text[0]), atoi(text) == 0)
            usleep(1000);
        break;
    case 2:
        do {
            usleep(1000);
            seen = LOAD(shared->flag);
        } while (!seen);
        break;
    case 3:
        while (!all) {
            one = LOAD(shared->flag);
            MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_MIN, MPI_COMM_SELF);
        }
        break;
    case 4:
        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, poll_within, &key, NULL);
        MPI_Comm_dup(MPI_COMM_SELF, &comm);
        MPI_Comm_set_attr(comm, key, NULL);
        MPI_Comm_free(&comm);
        MPI_Comm_free_keyval(&key);
        break;
    case 5:
        pthread_create(&thread, NULL, poll_beside, NULL);
        while (!done)
            usleep(1000);
        pthread_join(thread, NULL);
        break;
    }
}

int main(int argc, char **argv)
{
    int rank, unit;
    void *base;
    MPI_Aint size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank == 0 ? sizeof *shared : 0, 1, MPI_INFO_NULL,
                            MPI_COMM_WORLD, &base, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &shared);
    if (rank == 0) {
        shared->flag = shared->data = 0;
        shared->text[0] = '0';
    }
    MPI_Win_lock_all(0, win);
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    if (rank == 0) {
        shared->data = 7;
        __atomic_store_n(&shared->text[0], '1', __ATOMIC_RELEASE);
        __atomic_store_n(&shared->flag, 1, __ATOMIC_RELEASE);
    } else {
        poll(rank);
        printf("%d\n", shared->data);
    }
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
