/*
 * Rank 0's matched probe has taken the message that its receive then waits for;
 * the sender waits for that to be received (MPI-4.1 3.8.2).
 *
 * np: 2
 * verdict: error
 * finding: DEADLOCK waits=0@receive waits=1@send
 * twin: mprobe_takes_received.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Message message;
    int rank, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Mprobe(1, 5, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD, /* @receive */
                 MPI_STATUS_IGNORE);
        MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    } else {
        MPI_Ssend(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD); /* @send */
        MPI_Ssend(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
