/*
 * A receive is cancelled, and never completed: to cancel it is not enough.
 *
 * np: 1
 * verdict: error
 * finding: REQUEST-NOT-COMPLETED made=0@receive
 * says: MPI_Cancel alone does not
 * twin: cancelled.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int in;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request); /* @receive */
    MPI_Cancel(&request);
    MPI_Finalize();
    return 0;
}
