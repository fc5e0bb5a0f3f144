/*
 * Tags that no message can have.
 *
 * np: 1
 * verdict: error
 * finding: ARG-TAG call=0@send
 * finding: ARG-TAG call=0@any
 * finding: ARG-TAG call=0@recv
 * finding: ARG-TAG call=0@sendrecv
 * twin: fits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int in = 0, out = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Send(&out, 1, MPI_INT, MPI_PROC_NULL, -55, MPI_COMM_WORLD); /* @send */
    MPI_Send(&out, 1, MPI_INT, MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD); /* @any */
    MPI_Recv(&in, 1, MPI_INT, MPI_PROC_NULL, -56, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @recv */
    MPI_Sendrecv(&out, 1, MPI_INT, MPI_PROC_NULL, -57, &in, 1, MPI_INT, MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @sendrecv */
    MPI_Finalize();
    return 0;
}
