/*
 * A synchronous send that nobody receives is cancelled, which these MPI
 * libraries do not do: the wait does not end, and it is said why.
 *
 * np: 2
 * flavours: mpich openmpi
 * verdict: error
 * finding: DEADLOCK waits=0@wait begun=0@send waits=1@finalize ranks=0,1
 * says: Rank 0 has called MPI_Cancel for the send, which this MPI library does not cancel.
 * hangs: yes
 * twin: cancelled_received.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Issend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); /* @send */
        MPI_Cancel(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait */
    }
    MPI_Finalize(); /* @finalize */
    return 0;
}
