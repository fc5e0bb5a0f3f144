/*
 * As partition_used.c, with partitions that are filled before they are marked,
 * others being ready already, and loaded when they have arrived.
 *
 * np: 2
 * verdict: clean
 * flavours: abi mpich
 * compiler: murmel
 */
#include <mpi.h>

#define PARTITIONS 4

int main(int argc, char **argv)
{
    static double part[PARTITIONS], sum;
    int rank, i, round, arrived;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Psend_init(part, PARTITIONS, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD,
                       MPI_INFO_NULL, &request);
    else
        MPI_Precv_init(part, PARTITIONS, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD,
                       MPI_INFO_NULL, &request);
    for (round = 0; round < 2; round++) {
        MPI_Start(&request);
        for (i = PARTITIONS - 1; rank == 0 && i >= 0; i--) {
            part[i] = round + i;
            MPI_Pready(i, request);
        }
        for (i = 0; rank == 1 && i < PARTITIONS; i++) {
            do
                MPI_Parrived(request, i, &arrived);
            while (!arrived);
            sum += part[i];
            part[i] = 0;
        }
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        sum += part[0];
        part[1] = 7;
    }
    MPI_Request_free(&request);
    MPI_Finalize();
    return sum > 1e9;
}
