/*
 * Receives of the length that a probe tells, and longer ones.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, count, numbers[16] = {0};
    MPI_Status status;
    MPI_Message message;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send(numbers, 10, MPI_INT, 1, 1, MPI_COMM_WORLD);
        MPI_Send(numbers, 7, MPI_INT, 1, 2, MPI_COMM_WORLD);
        MPI_Send(numbers, 3, MPI_INT, 1, 3, MPI_COMM_WORLD);
    } else {
        MPI_Probe(MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        MPI_Recv(numbers, count, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Mprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &message, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        MPI_Mrecv(numbers, count, MPI_INT, &message, MPI_STATUS_IGNORE);
        MPI_Recv(numbers, 16, MPI_INT, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &status);
    }
    MPI_Finalize();
    return 0;
}
