/*
 * The request of a nonblocking collective operation is freed, and that of
 * another one is cancelled.
 *
 * np: 2
 * verdict: error
 * finding: REQUEST-GIVEN-UP call=*@free made=*@barrier ranks=0,1 count=2
 * finding: REQUEST-GIVEN-UP call=*@cancel made=*@bcast ranks=0,1 count=2
 * status: 3
 * twin: used_well.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int value = 1;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &request); /* @bcast */
    MPI_Cancel(&request); /* @cancel */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Ibarrier(MPI_COMM_WORLD, &request); /* @barrier */
    if (MPI_Request_free(&request) != MPI_SUCCESS) /* @free */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 3; /* it has not dealt with the error */
}
