/*
 * Both probe for the other's message and then send one: a message that only a
 * matched probe has taken has not been received.
 *
 * np: 2
 * verdict: error
 * finding: DEADLOCK waits=0@first waits=1@second
 * hangs: maybe
 * twin: mprobe_recv.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, in, out = 1;
    MPI_Message message;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Ssend(&out, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); /* @first */
        MPI_Recv(&in, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Mprobe(0, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Ssend(&out, 1, MPI_INT, 0, 1, MPI_COMM_WORLD); /* @second */
        MPI_Mrecv(&in, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
