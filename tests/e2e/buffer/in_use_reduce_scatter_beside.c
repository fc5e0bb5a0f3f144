/*
 * What lies behind that which a pending MPI_Ireduce_scatter takes and leaves is
 * received into.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

static void receive(int *buffer)
{
    int value = 1;

    MPI_Sendrecv(&value, 1, MPI_INT, 0, 0, buffer, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, out[4] = {0}, in[4] = {0}, counts[2] = {1, 2};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Ireduce_scatter(out, in, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    if (rank == 1) {
        receive(&out[3]);
        receive(&in[2]);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
