/*
 * A process is ended by a signal of a crash that another process sent, as
 * launchers do that pass on how one has ended: it was killed, and has not
 * crashed.
 *
 * np: 1
 * verdict: error
 * finding: PROCESS-KILLED call=0@last
 * status: 139
 * twin: exit_status.c
 */
#include <mpi.h>
#include <signal.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, out_of_fork[2];
    char byte = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD); /* @last */
    if (pipe(out_of_fork) != 0)
        return 1;
    if (fork() == 0) {
        /* within fork, where malloc is locked, UCX's handler would hang */
        if (read(out_of_fork[0], &byte, 1) == 1)
            kill(getppid(), SIGSEGV);
        _exit(0);
    }
    if (write(out_of_fork[1], &byte, 1) != 1)
        return 1;
    for (;;)
        pause();
}
