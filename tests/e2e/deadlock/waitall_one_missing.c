/*
 * One of the receives that a process waits for is of another tag than what is
 * sent.
 *
 * np: 2
 * verdict: error
 * unless: send=sync
 * finding: DEADLOCK waits=0@wait begun=0@missing missed=1@other waits=1@recv
 * twin: waitall_all_sent.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, values[2] = {0, 0};
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Irecv(&values[0], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&values[1], 1, MPI_INT, 1, 3, MPI_COMM_WORLD, /* @missing */
                  &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE); /* @wait */
        MPI_Send(&rank, 1, MPI_INT, 1, 9, MPI_COMM_WORLD);
    } else {
        MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Send(&rank, 1, MPI_INT, 0, 2, MPI_COMM_WORLD); /* @other */
        MPI_Recv(&values[0], 1, MPI_INT, 0, 9, MPI_COMM_WORLD, /* @recv */
                 MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
