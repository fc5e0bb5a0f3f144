/*
 * The two ranks of each half of MPI_COMM_WORLD, which are in reverse order
 * there, send to each other first: dest is no rank of MPI_COMM_WORLD, and the
 * report tells who is who.
 *
 * np: 4
 * verdict: error
 * finding: DEADLOCK waits=0@send waits=2@send ranks=0,1,2,3
 * says: communicator 1: ranks 2, 0 in this order
 * hangs: maybe
 * twin: send_send_split_ordered.c
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
    MPI_Ssend(out, N, MPI_INT, 1 - own, 7, half); /* @send */
    MPI_Recv(in, N, MPI_INT, 1 - own, 7, half, MPI_STATUS_IGNORE);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
