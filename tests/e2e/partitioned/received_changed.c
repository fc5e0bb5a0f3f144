/*
 * The receiver stores into a partition that has not arrived.
 *
 * np: 2
 * flavours: abi mpich
 * verdict: error
 * finding: BUFFER-ACCESSED-EARLY made=0@init begin=0@start end=0@wait
 * twin: received_arrived.c
 */
#include <mpi.h>

#define COUNT 8

static volatile double sum;

static void compute(void)
{
    int i;

    for (i = 1; i < 2000; i++)
        sum += 1.0 / i;
}

int main(int argc, char **argv)
{
    int rank, values[2 * COUNT] = {0}, i;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Precv_init(values, 2, COUNT, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, /* @init */
                       &request);
        MPI_Start(&request); /* @start */
        compute();
        values[3] = 55;
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait */
    } else {
        for (i = 0; i < 2 * COUNT; i++)
            values[i] = i + 1;
        MPI_Psend_init(values, 2, COUNT, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Pready_range(0, 1, request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
