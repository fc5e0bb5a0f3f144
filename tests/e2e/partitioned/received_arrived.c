/*
 * The receiver stores into a partition that has arrived, as it was told, before
 * the receive is complete; in the next round it stores after the receive.
 *
 * np: 2
 * flavours: abi mpich
 * verdict: clean
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

static void receive(int *values, MPI_Request request)
{
    int there = 0;

    MPI_Start(&request);
    while (!there)
        MPI_Parrived(request, 0, &there);
    values[3] = 55;
    compute();
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Start(&request);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    values[9] = 57;
    MPI_Barrier(MPI_COMM_WORLD);
}

static void send(MPI_Request request)
{
    MPI_Start(&request);
    MPI_Pready_range(0, 1, request);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Start(&request);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Pready_range(0, 1, request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, values[2 * COUNT] = {0}, i;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Precv_init(values, 2, COUNT, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        receive(values, request);
    } else {
        for (i = 0; i < 2 * COUNT; i++)
            values[i] = i + 1;
        MPI_Psend_init(values, 2, COUNT, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        send(request);
    }
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
