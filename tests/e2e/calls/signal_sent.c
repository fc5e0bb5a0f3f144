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
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD); /* @last */
    if (fork() == 0) {
        kill(getppid(), SIGSEGV);
        _exit(0);
    }
    for (;;)
        pause();
}
