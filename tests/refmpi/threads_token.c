/* np: 1 2 3 */
/* With MPI_THREAD_MULTIPLE a token goes through all threads of all ranks: but
 * for one all sleep, and there is never a deadlock. */
#include "check.h"
#include <pthread.h>
#include <unistd.h>

enum { THREADS = 3, ROUNDS = 300 };

static void *pass_on(void *argument)
{
    int me = *(int *)argument, size = world_size(), token = 0;
    int number = world_rank() * THREADS + me, all = size * THREADS;
    int next = (number + 1) % all, previous = (number + all - 1) % all;

    for (int i = 0; i < ROUNDS; i++) {
        if (number != 0 || i != 0)
            MPI_Recv(&token, 1, MPI_INT, previous / THREADS, me, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        CHECK(token == i * all + number);
        token++;
        if (i % 40 == me)
            usleep(300);
        if (number != all - 1 || i != ROUNDS - 1)
            MPI_Send(&token, 1, MPI_INT, next / THREADS, next % THREADS,
                     MPI_COMM_WORLD);
    }
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, numbers[THREADS];
    pthread_t threads[THREADS];

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    CHECK(provided == MPI_THREAD_MULTIPLE);
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        if (i > 0)
            pthread_create(&threads[i], NULL, pass_on, &numbers[i]);
    }
    pass_on(&numbers[0]);
    for (int i = 1; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    MPI_Finalize();
    return 0;
}
