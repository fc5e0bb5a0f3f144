/*
 * A variable of the thread is read before the receive that stores there is
 * complete.
 *
 * np: 2
 * needs: x86-64
 * flags: -O2
 * verdict: error
 * finding: BUFFER-ACCESSED-EARLY begin=0@receive load=0@load
 * twin: variables_large.c
 */
#include <mpi.h>
#include <stdio.h>

static _Thread_local int values[64];

int main(int argc, char **argv)
{
    int rank;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(values, 64, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); /* @receive */
        printf("%d\n", values[3]); /* @load */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(values, 64, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
