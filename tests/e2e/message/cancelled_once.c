/*
 * Rank 0 starts a send again that it cancelled before, and waits for it before
 * it sends what rank 1 receives first.
 *
 * np: 2
 * verdict: error|potential
 * finding: DEADLOCK|POTENTIAL-DEADLOCK waits=0@wait begun=0@again waits=1@first
 * twin: cancelled_send.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, cancelled, value = 7;
    MPI_Request request;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send_init(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
        MPI_Start(&request);
        MPI_Cancel(&request);
        MPI_Wait(&request, &status);
        MPI_Test_cancelled(&status, &cancelled);
        MPI_Send(&cancelled, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
        MPI_Start(&request); /* @again */
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait */
        MPI_Send(&value, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
        MPI_Request_free(&request);
    } else if (rank == 1) {
        MPI_Recv(&cancelled, 1, MPI_INT, 0, 2, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        if (!cancelled)
            MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, /* @first */
                 MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
