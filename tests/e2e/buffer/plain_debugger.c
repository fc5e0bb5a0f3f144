/*
 * A program that has traps of its own, and blocks signals, is followed all the
 * same where it can be, and meets nothing else than without.
 *
 * np: 1
 * verdict: clean
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile sig_atomic_t traps;

static void trap(int number)
{
    (void)number;
    traps++;
}

static void receive(void)
{
    static int in[4];
    MPI_Request request;
    int i, out = 1;

    for (i = 0; i < 4; i++) {
        MPI_Irecv(&in[i], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        if (i == 1)
            raise(SIGTRAP);
#if defined(__x86_64__)
        if (i == 2)
            __asm__ volatile("int3");
#else
        if (i == 2)
            raise(SIGTRAP);
#endif
        if (i == 3 && fork() == 0)
            _exit(traps == 2 ? 0 : 1);
        MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

int main(int argc, char **argv)
{
    struct sigaction action = {.sa_handler = trap}, now;
    int status;
    sigset_t set;

    MPI_Init(&argc, &argv);
    sigaction(SIGTRAP, &action, NULL);
    receive();
    if (wait(&status) < 0 || status != 0)
        return 1;
    if (traps != 2)
        return 2;
    sigemptyset(&set);
    sigaddset(&set, SIGTRAP);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGTRAP);
    if (traps != 2)
        return 3;
    MPI_Finalize();
    sigaction(SIGTRAP, NULL, &now);
    return now.sa_handler == trap ? 0 : 4;
}
