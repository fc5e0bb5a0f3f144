/* np: 2 3 */
/* MPI_THREAD_MULTIPLE: threads that all send, receive and wait at once. */
#include "check.h"
#include <pthread.h>

#define THREADS 4
#define ROUNDS  400

static void *worker(void *argument)
{
    int me = *(int *)argument, rank = world_rank(), size = world_size();
    int next = (rank + 1) % size, previous = (rank + size - 1) % size;
    static _Thread_local int in[6000], out[6000];
    for (int i = 0; i < ROUNDS; i++) {
        int count = i % 10 ? 3 : 6000;
        MPI_Request request;
        out[0] = i;
        out[count - 1] = i + me;
        MPI_Isend(out, count, MPI_INT, next, me, MPI_COMM_WORLD, &request);
        MPI_Recv(in, count, MPI_INT, previous, me, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        CHECK(in[0] == i && in[count - 1] == i + me);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    return NULL;
}

/* One thread waits for a message that another thread of the rank sends. */
static void *giver(void *argument)
{
    (void)argument;
    int token = 7;
    MPI_Ssend(&token, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, numbers[THREADS];
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    CHECK(provided == MPI_THREAD_MULTIPLE);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, worker, &numbers[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 100; i++) {
        int token = 0;
        pthread_create(&threads[0], NULL, giver, NULL);
        MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
        CHECK(token == 7);
        pthread_join(threads[0], NULL);
    }
    MPI_Finalize();
    return 0;
}
