/*
 * A persistent request is started twice on purpose, and the program looks at
 * what that returns.  (Open MPI takes it.)
 *
 * np: 1
 * verdict: note
 * flavours: abi mpich
 * finding: CALL-PROVOKED call=0@again made=0@init started=0@first
 * options: --notes
 * twin: used_well.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int out = 1, in, failed = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Send_init(&out, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request); /* @init */
    MPI_Start(&request); /* @first */
    if (MPI_Start(&request) != MPI_SUCCESS) /* @again */
        failed++;
    MPI_Recv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Finalize();
    return failed == 1 ? 0 : 3;
}
