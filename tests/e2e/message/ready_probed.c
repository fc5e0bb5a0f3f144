/*
 * Ready sends that a matched probe finds, so that nobody has posted their
 * receives; one of them is taken by MPI_Imrecv.
 *
 * np: 2
 * verdict: error
 * finding: P2P-READY-EARLY send=1@first receive=0@probe
 * finding: P2P-READY-EARLY send=1@second receive=0@poll
 * twin: ready_posted.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1, found = 0;
    MPI_Message message;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        MPI_Rsend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);             /* @first */
        MPI_Irsend(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &request); /* @second */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Mprobe(1, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE); /* @probe */
        MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        while (!found)
            MPI_Improbe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &found, &message, /* @poll */
                        MPI_STATUS_IGNORE);
        MPI_Imrecv(&value, 1, MPI_INT, &message, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
