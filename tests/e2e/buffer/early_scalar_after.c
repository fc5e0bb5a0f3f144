/*
 * What a receive has brought is used in the first round of a long loop.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>

#define SIZE 300

static void multiply(const double *in, double *out, int other)
{
    double low = 0;
    MPI_Request requests[2];
    int i;

    MPI_Irecv(&low, 1, MPI_DOUBLE, other, 7, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(in, 1, MPI_DOUBLE, other, 7, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (i = 0; i < SIZE; i++) {
        double left = i > 0 ? in[i - 1] : low;
        out[i] = 2.5 * in[i] - left;
    }
}

int main(int argc, char **argv)
{
    double *in = calloc(SIZE, sizeof *in), *out = calloc(SIZE, sizeof *out);
    int rank, failed;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    multiply(in, out, 1 - rank);
    failed = out[0] > 1e30;
    MPI_Finalize();
    free(in);
    free(out);
    return failed;
}
