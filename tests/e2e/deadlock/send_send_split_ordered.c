/*
 * As send_send_split.c, but one of the two receives first.
 *
 * np: 4
 * verdict: clean
 */
#include <mpi.h>

#define N 100000

static int out[N], in[N];

int main(int argc, char **argv)
{
    int rank, own;
    MPI_Comm half;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Comm_rank(half, &own);
    if (own == 0)
        MPI_Ssend(out, N, MPI_INT, 1 - own, 7, half);
    MPI_Recv(in, N, MPI_INT, 1 - own, 7, half, MPI_STATUS_IGNORE);
    if (own == 1)
        MPI_Ssend(out, N, MPI_INT, 1 - own, 7, half);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
