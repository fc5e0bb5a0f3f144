/*
 * Wrong arguments on purpose, under MPI_ERRORS_RETURN: the program looks at
 * what the call returns, at once or by MPI_Error_class, and goes on; and two of
 * which it does not look at what is returned.
 *
 * np: 1
 * verdict: error
 * needs: x86-64
 * finding: CALL-PROVOKED call=0@compared
 * finding: CALL-PROVOKED call=0@kept
 * finding: CALL-PROVOKED call=0@class
 * finding: CALL-PROVOKED call=0@window
 * finding: CALL-PROVOKED call=0@last
 * finding: ARG-RANK call=0@ignored
 * finding: ARG-RANK call=0@forgotten
 * options: --notes
 * twin: provoked_not.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int value = 0, code, class, failed = 0;
    MPI_Comm comm;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    if (MPI_Send(&value, 1, MPI_INT, 7, 0, comm) != MPI_SUCCESS) /* @compared */
        failed++;
    code = MPI_Send(&value, 1, MPI_INT, 7, 0, comm); /* @kept */
    if (code != MPI_SUCCESS)
        failed++;
    code = MPI_Send(&value, 1, MPI_INT, 7, 0, comm); /* @class */
    MPI_Error_class(code, &class);
    if (MPI_Win_create(&value, sizeof value, 0, MPI_INFO_NULL, comm, &win) != MPI_SUCCESS) /* @window */
        failed++;
    MPI_Send(&value, 1, MPI_INT, 7, 0, comm); /* @ignored */
    code = MPI_Send(&value, 1, MPI_INT, 7, 0, comm); /* @forgotten */
    MPI_Barrier(comm);
    MPI_Comm_free(&comm);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (MPI_Send(&value, 1, MPI_INT, 7, 0, MPI_COMM_WORLD) != MPI_SUCCESS) /* @last */
        failed++;
    MPI_Finalize();
    return failed == 4 && class != MPI_SUCCESS ? 0 : 3;
}
