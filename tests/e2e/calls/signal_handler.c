/*
 * A signal handler calls MPI: once while the program computes, once while it
 * is in an MPI call.
 *
 * np: 2
 * verdict: warning
 * finding: CALL-IN-HANDLER call=*@handler ranks=0,1 count=2
 * twin: signal_flag.c
 */
#include <mpi.h>
#include <signal.h>

static int one = 1, sum;

static void handle(int number)
{
    (void)number;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF); /* @handler */
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    signal(SIGUSR1, handle);
    raise(SIGUSR1);
    MPI_Finalize();
    return sum != 1;
}
