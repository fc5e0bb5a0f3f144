/*
 * Persistent requests are cancelled that are not active: one was never started,
 * one is complete.  (Open MPI crashes.)
 *
 * np: 1
 * verdict: warning
 * flavours: abi mpich
 * finding: REQUEST-CANCEL-INACTIVE call=0@never made=0@receive
 * finding: REQUEST-CANCEL-INACTIVE call=0@over made=0@receive started=0@start
 * twin: cancelled.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int out = 1, in;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Recv_init(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request); /* @receive */
    MPI_Cancel(&request); /* @never */
    MPI_Start(&request); /* @start */
    MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Cancel(&request); /* @over */
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
