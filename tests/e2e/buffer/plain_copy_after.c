/*
 * As plain_copy.c, but what comes is copied, and filled, once it is there; before
 * that only what lies behind.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <string.h>

static int in[8], out[4], copied[512];
static struct numbers {
    int numbers[300];
} all, kept;

int main(int argc, char **argv)
{
    volatile size_t size = sizeof in;
    MPI_Request request;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Igather(out, 3, MPI_INT, in, 3, MPI_INT, 0, MPI_COMM_WORLD, &request);
    if (rank == 0)
        memcpy(copied, in + 6, 2 * sizeof in[0]);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0)
        memcpy(copied, in, size);
    MPI_Igather(out, 4, MPI_INT, all.numbers, 4, MPI_INT, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0)
        kept = all;
    MPI_Igather(out, 3, MPI_INT, in, 3, MPI_INT, 0, MPI_COMM_WORLD, &request);
    if (rank == 0)
        memset(in + 6, argc, 2 * sizeof in[0]);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 0)
        memset(in, 0, size);
    MPI_Finalize();
    return copied[0] + kept.numbers[0];
}
