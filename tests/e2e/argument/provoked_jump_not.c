/*
 * As in provoked_jump.c, but a wrong argument that nobody had in mind, since the
 * program, which jumps out of its error handler, ends badly for it.
 *
 * np: 1
 * verdict: error
 * finding: ARG-RANK call=0@rank
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
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 4;
}
