/*
 * Partitions that are not yet marked as ready, and those that have arrived, are
 * given to other calls, for two rounds.
 *
 * np: 2
 * verdict: clean
 * flavours: abi mpich  (Open MPI 4.1.4 has no partitioned communication)
 */
#include <mpi.h>

enum { PARTITIONS = 3, EACH = 16 };

int main(int argc, char **argv)
{
    int rank, buffer[PARTITIONS * EACH] = {0}, *second = buffer + EACH;
    int there, round;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Psend_init(buffer, PARTITIONS, EACH, MPI_INT, 1, 0, MPI_COMM_WORLD,
                       MPI_INFO_NULL, &request);
    else
        MPI_Precv_init(buffer, PARTITIONS, EACH, MPI_INT, 0, 0, MPI_COMM_WORLD,
                       MPI_INFO_NULL, &request);
    for (round = 0; round < 2; round++) {
        MPI_Start(&request);
        if (rank == 0) {
            MPI_Pready(0, request);
            MPI_Recv(second, EACH, MPI_INT, 1, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
            MPI_Pready_range(1, 2, request);
        } else {
            MPI_Send(&round, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
            for (there = 0; !there;)
                MPI_Parrived(request, 1, &there);
            MPI_Send(second, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
        }
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        if (rank == 0)
            MPI_Recv(second, 1, MPI_INT, 1, 2, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
