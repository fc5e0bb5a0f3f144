/*
 * A program that has SIGTRAP for itself finds it as it left it, also right
 * after its MPI calls while something is to come.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t traps;

static void trapped(int number)
{
    (void)number;
    traps++;
}

static int handler_is(void (*handler)(int))
{
    struct sigaction now;

    return sigaction(SIGTRAP, NULL, &now) == 0 && now.sa_handler == handler;
}

int main(int argc, char **argv)
{
    int in = 0, rank, wrong = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Irecv(&in, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
    wrong += !handler_is(SIG_DFL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    signal(SIGTRAP, trapped);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    wrong += !handler_is(trapped);
    raise(SIGTRAP);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    raise(SIGTRAP);
    wrong += traps != 2;
    MPI_Send(&rank, 1, MPI_INT, rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return wrong;
}
