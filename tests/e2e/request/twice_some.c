/*
 * MPI_Waitsome with one request twice: it completes both.
 *
 * np: 1
 * verdict: error
 * finding: REQUEST-TWICE call=0@some made=0@receive
 * hangs: maybe
 * twin: used_well.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int out = 1, in, count, indices[2];
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &requests[0]); /* @receive */
    requests[1] = requests[0];
    MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    MPI_Waitsome(2, requests, &count, indices, MPI_STATUSES_IGNORE); /* @some */
    MPI_Finalize();
    return 0;
}
