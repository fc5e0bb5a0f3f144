/*
 * One request stands twice in the array of MPI_Waitall.
 *
 * np: 1
 * verdict: error
 * finding: REQUEST-TWICE call=0@all made=0@irecv
 * twin: used_well.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int out = 1, in;
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[0]); /* @irecv */
    requests[1] = requests[0];
    MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE); /* @all */
    MPI_Finalize();
    return 0;
}
