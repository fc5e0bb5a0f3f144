/*
 * A request is completed, and then a copy of its handle.
 *
 * np: 1
 * verdict: error
 * finding: REQUEST-UNKNOWN call=0@copy made=0@irecv ended=0@wait
 * says: with a request that MPI_Irecv made and that is none any more: MPI_Wait has completed it, and this is a copy of its handle.
 * twin: used_well.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int out = 1, in;
    MPI_Request request, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request); /* @irecv */
    copy = request;
    MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait */
    MPI_Wait(&copy, MPI_STATUS_IGNORE); /* @copy */
    MPI_Finalize();
    return 0;
}
