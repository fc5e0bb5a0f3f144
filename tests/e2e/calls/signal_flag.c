/*
 * A signal handler sets a flag, or asks what may be asked at any time; the
 * program calls MPI when it has returned, or has left it by a jump.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <setjmp.h>
#include <signal.h>

static volatile sig_atomic_t come, initialized;
static sigjmp_buf back;

static void handle(int number)
{
    int flag;

    (void)number;
    MPI_Initialized(&flag);
    initialized = flag;
    come++;
}

static void leave(int number)
{
    (void)number;
    come++;
    siglongjmp(back, 1);
}

int main(int argc, char **argv)
{
    int one = 1, sum = 0;

    MPI_Init(&argc, &argv);
    signal(SIGUSR1, handle);
    signal(SIGUSR2, leave);
    raise(SIGUSR1);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (sigsetjmp(back, 1) == 0)
        raise(SIGUSR2);
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    return sum != 2 || come != 2 || !initialized;
}
