/*
 * The program stores into a partition that it has marked as ready, and loads
 * one that it does not know to have arrived.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-CHANGED-EARLY begin=0@send-start made=0@send-init store=0@store
 * finding: BUFFER-ACCESSED-EARLY begin=1@start made=1@receive-init load=1@load
 * flavours: abi mpich
 * compiler: murmel
 * twin: partition_used_after.c
 */
#include <mpi.h>

#define PARTITIONS 4

int main(int argc, char **argv)
{
    static double part[PARTITIONS], sum;
    int rank, i;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Psend_init(part, PARTITIONS, 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request); /* @send-init */
        MPI_Start(&request); /* @send-start */
        for (i = 0; i < PARTITIONS; i++)
            MPI_Pready(i, request);
        part[2] = 3; /* @store */
    } else {
        MPI_Precv_init(part, PARTITIONS, 1, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request); /* @receive-init */
        MPI_Start(&request); /* @start */
        sum = part[PARTITIONS - 1]; /* @load */
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Finalize();
    return sum > 1e9;
}
