/*
 * Two threads open files on MPI_COMM_SELF, mostly at once, as those of PnetCDF's
 * example do: of one process each order is right.
 *
 * np: 1
 * verdict: clean
 * flavours: mpich openmpi
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_barrier_t barrier;

static void *work(void *argument)
{
    const char *folder = getenv("TMPDIR");
    char name[4096];
    MPI_File file;
    int i;

    snprintf(name, sizeof name, "%s/file_%s", folder == NULL ? "/tmp" : folder,
             (const char *)argument);
    for (i = 0; i < 50; i++) {
        pthread_barrier_wait(&barrier);
        MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_WRONLY,
                      MPI_INFO_NULL, &file);
        pthread_barrier_wait(&barrier);
        MPI_File_close(&file);
    }
    remove(name);
    return NULL;
}

int main(int argc, char **argv)
{
    static char one[] = "one", other[] = "other";
    pthread_t thread;
    int provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, work, one);
    work(other);
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
