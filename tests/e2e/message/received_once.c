/*
 * Messages of matched probes are received by copies of their handles, each
 * once; an MPI may give the handle of one to the next.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1, flag, i;
    MPI_Message message, copy;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < 20; i++) {
        if (rank == 0) {
            MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
            continue;
        }
        do
            MPI_Improbe(i % 2 == 0 ? 0 : MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
        while (!flag);
        copy = message;
        MPI_Imrecv(&value, 1, MPI_INT, &copy, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (rank == 1) {
        MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        copy = message;
        MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(&value, 1, MPI_INT, &copy, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
