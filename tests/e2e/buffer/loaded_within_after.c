/*
 * What has come is loaded by a function that others call.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

#define FUNCTION __attribute__((noinline)) static

static int values[2], other;
static MPI_Request request;

FUNCTION int sum(const int *of)
{
    return of[0] + 1;
}

FUNCTION int mean(const int *of)
{
    return sum(of) / 2;
}

FUNCTION void begin(void)
{
    MPI_Irecv(&values[0], 1, MPI_INT, other, 0, MPI_COMM_WORLD, &request);
}

int main(int argc, char **argv)
{
    int rank, shown;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    begin();
    shown = mean(&values[1]);
    MPI_Send(&rank, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    shown += mean(values);
    MPI_Irecv(&values[1], 1, MPI_INT, other, 0, MPI_COMM_WORLD, &request);
    shown += mean(&values[0]);
    MPI_Send(&rank, 1, MPI_INT, other, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return shown < 0;
}
