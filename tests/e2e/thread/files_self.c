/*
 * A thread opens a file on MPI_COMM_SELF while another one is opening one, as
 * those of PnetCDF's example do: of one process each order is right.  The other
 * one's is a pipe that nobody has opened yet at its other end.
 *
 * np: 1
 * verdict: clean
 * flavours: mpich openmpi
 */
#include "in_mpi.h"
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/stat.h>

static char pipe_name[4096], file_name[4096];
static atomic_int opener, initial;
static sem_t is_opening;

static void open_and_close(const char *name, int mode)
{
    MPI_File file;

    if (MPI_File_open(MPI_COMM_SELF, name, mode, MPI_INFO_NULL, &file) ==
        MPI_SUCCESS)
        MPI_File_close(&file);
}

static void *open_pipe(void *argument)
{
    thread_calls(&opener);
    open_and_close(pipe_name, MPI_MODE_RDONLY);
    return argument;
}

/* The MPI may have the other thread wait for the one that opens the pipe. */
static void *let_both_meet(void *argument)
{
    int end;

    await_in_mpi(&opener);
    sem_post(&is_opening);
    await_in_mpi(&initial);
    end = open(pipe_name, O_WRONLY);
    close(end);
    return argument;
}

int main(int argc, char **argv)
{
    const char *folder = getenv("TMPDIR");
    pthread_t threads[2];
    int provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    folder = folder == NULL ? "/tmp" : folder;
    snprintf(pipe_name, sizeof pipe_name, "%s/pipe", folder);
    snprintf(file_name, sizeof file_name, "%s/file", folder);
    sem_init(&is_opening, 0, 0);
    if (mkfifo(pipe_name, 0600) != 0)
        return 1;
    pthread_create(&threads[0], NULL, open_pipe, NULL);
    pthread_create(&threads[1], NULL, let_both_meet, NULL);
    sem_wait(&is_opening);
    thread_calls(&initial);
    open_and_close(file_name, MPI_MODE_CREATE | MPI_MODE_WRONLY);
    pthread_join(threads[1], NULL);
    pthread_join(threads[0], NULL);
    remove(pipe_name);
    remove(file_name);
    MPI_Finalize();
    return 0;
}
