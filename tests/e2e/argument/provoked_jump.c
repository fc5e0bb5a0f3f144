/*
 * Wrong arguments on purpose: the program's own error handler leaves the call by
 * a jump, as one of C++ does by an exception, and the program goes on.
 *
 * np: 1
 * verdict: note
 * finding: CALL-PROVOKED call=0@rank
 * options: --notes
 * twin: provoked_not.c
 */
#include <mpi.h>
#include <setjmp.h>

static jmp_buf before;

static void handle(MPI_Comm *comm, int *code, ...)
{
    (void)comm, (void)code;
    longjmp(before, 1);
}

int main(int argc, char **argv)
{
    MPI_Errhandler own;
    MPI_Comm comm;
    int value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_create_errhandler(handle, &own);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, own);
    MPI_Errhandler_free(&own);
    if (setjmp(before) == 0) {
        MPI_Send(&value, 1, MPI_INT, 7, 0, comm); /* @rank */
        return 3;
    }
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
