/*
 * A forked child frees, before anything of Murmel's knows that it is one, a
 * buffer that was attached, and one that its parent receives into.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static char *attached, *pending;

static void in_child(void)
{
    free(attached);
    free(pending);
}

int main(int argc, char **argv)
{
    MPI_Request request;
    void *detached;
    int size, status = 1;
    pid_t child;

    pthread_atfork(NULL, NULL, in_child);
    MPI_Init(&argc, &argv);
    attached = malloc(5000);
    pending = malloc(100);
    MPI_Irecv(pending, 100, MPI_CHAR, 0, 0, MPI_COMM_SELF, &request);
    MPI_Buffer_attach(attached, 5000);
    child = fork();
    if (child == 0)
        _exit(0);
    if (waitpid(child, &status, 0) != child || status != 0)
        return 3;
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    free(pending);
    MPI_Buffer_detach(&detached, &size);
    free(attached);
    attached = pending = NULL;
    MPI_Finalize();
    return 0;
}
