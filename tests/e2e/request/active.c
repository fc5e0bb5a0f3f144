/*
 * A persistent request is started again before it was completed.  (Open MPI
 * takes it.)
 *
 * np: 1
 * verdict: error
 * flavours: abi mpich
 * finding: REQUEST-ACTIVE call=0@again made=0@init started=0@first
 * twin: used_well.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int out = 1, in;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Send_init(&out, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request); /* @init */
    MPI_Start(&request); /* @first */
    MPI_Start(&request); /* @again */
    MPI_Recv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
