/*
 * A request that sends and receives is waited for.
 *
 * np: 2
 * flavours: abi mpich
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, out = 1, in = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Isendrecv(&out, 1, MPI_INT, 1 - rank, 0, &in, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
