/*
 * A persistent request is used and completed, but never freed.
 *
 * np: 2
 * verdict: warning
 * finding: LEAK-REQUEST call=0@init
 * twin: all_freed.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    int value = 1;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send_init(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); /* @init */
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
