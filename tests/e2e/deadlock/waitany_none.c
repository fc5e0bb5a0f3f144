/*
 * A process waits for any of two receives, and none has its message.
 *
 * np: 2
 * verdict: error
 * finding: DEADLOCK waits=0@wait begun=0@first begun=0@second waits=1@recv
 * twin: waitany_one.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, index, values[2] = {0, 0};
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(&values[0], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, /* @first */
                  &requests[0]);
        MPI_Irecv(&values[1], 1, MPI_INT, 1, 2, MPI_COMM_WORLD, /* @second */
                  &requests[1]);
        MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE); /* @wait */
        MPI_Send(&rank, 1, MPI_INT, 1, 3, MPI_COMM_WORLD);
        MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(&values[0], 1, MPI_INT, 0, 3, MPI_COMM_WORLD, /* @recv */
                 MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Send(&rank, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
