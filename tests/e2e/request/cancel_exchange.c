/*
 * A request that sends and receives is cancelled, which is not allowed.
 *
 * np: 2
 * flavours: abi mpich
 * verdict: error
 * finding: REQUEST-GIVEN-UP call=*@cancel made=*@exchange ranks=0,1 count=2
 * hangs: maybe
 * twin: cancel_exchange_not.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, out = 1, in = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Isendrecv(&out, 1, MPI_INT, 1 - rank, 0, &in, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request); /* @exchange */
    MPI_Cancel(&request); /* @cancel */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
