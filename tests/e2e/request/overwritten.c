/*
 * The variable of a receive request is used again before the request is
 * completed: the first request is lost.
 *
 * np: 2
 * verdict: error
 * finding: REQUEST-NOT-COMPLETED call=1@lost
 * twin: used_well.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    int values[2] = {1, 2}, i;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        for (i = 0; i < 2; i++)
            MPI_Send(&values[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD);
    } else {
        MPI_Irecv(&values[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request); /* @lost */
        MPI_Irecv(&values[1], 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
