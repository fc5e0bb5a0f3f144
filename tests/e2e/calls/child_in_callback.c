/*
 * A function that MPI calls back forks: the child comes out of the MPI call, and
 * exits, unobserved.
 *
 * np: 1
 * verdict: clean
 * calls: 0=5
 */
#include <mpi.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t child;

static void fork_it(void *in, void *inout, int *count, MPI_Datatype *datatype)
{
    (void)in, (void)inout, (void)count, (void)datatype;
    child = fork();
}

int main(int argc, char **argv)
{
    int in = 1, inout = 2, status = -1;
    MPI_Op op;

    MPI_Init(&argc, &argv);
    MPI_Op_create(fork_it, 1, &op);
    MPI_Reduce_local(&in, &inout, 1, MPI_INT, op);
    if (child == 0)
        _exit(7);
    if (waitpid(child, &status, 0) != child || !WIFEXITED(status) ||
        WEXITSTATUS(status) != 7)
        return 1;
    MPI_Op_free(&op);
    MPI_Finalize();
    return 0;
}
