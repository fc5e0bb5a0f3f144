/*
 * A process of MPI_Iexscan that is not the first uses its receive buffer before
 * the operation is complete.
 *
 * np: 2
 * verdict: error
 * needs: x86-64
 * finding: BUFFER-ACCESSED-EARLY begin=1@scan load=1@load
 * twin: plain_exscan.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, own = 3, before = 0, seen = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Iexscan(&own, &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request); /* @scan */
    if (rank == 1)
        seen = before + 2; /* @load */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return rank == 0 ? seen != 0 : seen < 2;
}
