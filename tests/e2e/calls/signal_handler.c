/*
 * A signal handler calls MPI: while the program computes, and while it is in an
 * MPI call (in the delete function of an attribute, so that it is certain).
 *
 * np: 2
 * verdict: warning
 * needs: x86-64
 * finding: CALL-IN-HANDLER call=*@handler ranks=0,1 count=2
 * finding: CALL-IN-HANDLER call=*@inside ranks=0,1 count=2
 * twin: signal_flag.c
 */
#include <mpi.h>
#include <signal.h>
#include <stddef.h>

static int one = 1, sum, rank = -1;

static void handle(int number)
{
    (void)number;
    MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_SELF); /* @handler */
}

static void ask(int number)
{
    (void)number;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank); /* @inside */
}

static int deleted(MPI_Comm comm, int keyval, void *value, void *state)
{
    (void)comm, (void)keyval, (void)value, (void)state;
    raise(SIGUSR2);
    return MPI_SUCCESS;
}

int main(int argc, char **argv)
{
    int keyval;

    MPI_Init(&argc, &argv);
    signal(SIGUSR1, handle);
    signal(SIGUSR2, ask);
    raise(SIGUSR1);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, deleted, &keyval, NULL);
    MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, &one);
    MPI_Comm_delete_attr(MPI_COMM_WORLD, keyval);
    MPI_Comm_free_keyval(&keyval);
    MPI_Finalize();
    return sum != 1 || rank < 0;
}
