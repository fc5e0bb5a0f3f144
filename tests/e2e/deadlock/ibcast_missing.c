/*
 * A process waits for a nonblocking collective operation that another calls
 * only after a message that comes behind the wait.
 *
 * np: 2
 * verdict: error
 * finding: DEADLOCK waits=0@wait begun=0@begin waits=1@recv
 * twin: iallreduce_send.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0, sum = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, /* @begin */
                       MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait */
        MPI_Send(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, /* @recv */
                 MPI_STATUS_IGNORE);
        MPI_Iallreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
                       &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
