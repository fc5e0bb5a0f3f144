/*
 * A request is freed, and then a copy of its handle waited for.
 *
 * np: 1
 * verdict: error
 * finding: REQUEST-UNKNOWN call=0@copy made=0@init ended=0@free
 * says: MPI_Request_free has freed it, and this is a copy of its handle.
 * twin: used_well.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int in;
    MPI_Request request, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Recv_init(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request); /* @init */
    copy = request;
    MPI_Request_free(&request); /* @free */
    MPI_Wait(&copy, MPI_STATUS_IGNORE); /* @copy */
    MPI_Finalize();
    return 0;
}
