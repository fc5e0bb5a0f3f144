/*
 * Uses up all file descriptors before a second thread makes its first call.
 */
#include <fcntl.h>
#include <mpi.h>
#include <pthread.h>

static void *ask(void *unused)
{
    int flag;

    MPI_Initialized(&flag);
    return unused;
}

int main(int argc, char **argv)
{
    int provided;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Barrier(MPI_COMM_WORLD);
    while (open("/dev/null", O_RDONLY) >= 0)
        continue;
    if (pthread_create(&thread, NULL, ask, NULL) == 0)
        pthread_join(thread, NULL);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
