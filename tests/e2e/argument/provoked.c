/*
 * Wrong arguments on purpose: the program's own error handler is told of them,
 * also on a communicator that has it from the one that it was made of; and one
 * of a call that succeeds, or whose communicator has no such handler.
 *
 * np: 1
 * verdict: error
 * finding: CALL-PROVOKED call=0@rank
 * finding: CALL-PROVOKED call=0@inherited
 * finding: ARG-RANK call=0@returned
 * options: --notes
 * twin: provoked_not.c
 */
#include <mpi.h>

static int told;

static void handle(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
    told++;
}

int main(int argc, char **argv)
{
    MPI_Errhandler own;
    MPI_Comm comm, copy;
    int value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_create_errhandler(handle, &own);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, own);
    MPI_Errhandler_free(&own);
    MPI_Send(&value, 1, MPI_INT, 7, 0, comm); /* @rank */
    MPI_Comm_dup(comm, &copy);
    MPI_Send(&value, 1, MPI_INT, 7, 0, copy); /* @inherited */
    MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
    MPI_Send(&value, 1, MPI_INT, 7, 0, copy); /* @returned */
    MPI_Comm_free(&copy);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return told == 2 ? 0 : 3;
}
