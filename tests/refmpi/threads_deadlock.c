/* np: 1 2 3 */
/* only: refmpi */
/* status: 35 */
/* stderr: rank 0: waits in MPI_Recv */
/* With MPI_THREAD_MULTIPLE all wait for ever: rank 0 by two threads, a third
 * of which ended before; rank 1 by two; rank 2 by its only one. */
#include "check.h"
#include <pthread.h>
#include <unistd.h>

static void *wait_for_ever(void *argument)
{
    int value;
    MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, *(int *)argument,
             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return NULL;
}

static void *end_soon(void *argument)
{
    usleep(*(unsigned *)argument);
    return NULL;
}

int main(int argc, char **argv)
{
    int provided, tags[2] = {1, 2};
    unsigned microseconds = 50000;
    pthread_t thread, other;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    CHECK(provided == MPI_THREAD_MULTIPLE);
    if (world_rank() == 0)
        pthread_create(&other, NULL, end_soon, &microseconds);
    if (world_rank() != 2)
        pthread_create(&thread, NULL, wait_for_ever, &tags[0]);
    wait_for_ever(&tags[1]);
    return 0;
}
