/*
 * Persistent operations that all start as often, though the root may free them,
 * and the communicator, before others have started them for the last time.
 *
 * np: 3
 * flavours: abi mpich
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, i, number = 0;
    MPI_Request request, never;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Bcast_init(&number, 1, MPI_INT, 0, comm, MPI_INFO_NULL, &request);
    MPI_Barrier_init(comm, MPI_INFO_NULL, &never);
    for (i = 0; i < 3; i++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    MPI_Request_free(&never);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
