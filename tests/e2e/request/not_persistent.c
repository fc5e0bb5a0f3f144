/*
 * The request of MPI_Irecv is started, which it is already.
 *
 * np: 1
 * verdict: error
 * finding: REQUEST-NOT-PERSISTENT call=0@start made=0@irecv
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
    MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request); /* @irecv */
    MPI_Start(&request); /* @start */
    MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
