/*
 * The status of the matched probe says which of the messages it is.
 *
 * np: 3
 * verdict: clean
 * options: --notes
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Message message;
    MPI_Status status;
    int rank, i, value = 0;
    float other = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    for (i = 1; i < 3 && rank == 0; i++) {
        MPI_Mprobe(MPI_ANY_SOURCE, 0, comm, &message, &status);
        if (status.MPI_SOURCE == 1)
            MPI_Mrecv(&value, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        else
            MPI_Mrecv(&other, 1, MPI_FLOAT, &message, MPI_STATUS_IGNORE);
    }
    if (rank == 1)
        MPI_Send(&value, 1, MPI_INT, 0, 0, comm);
    if (rank == 2)
        MPI_Send(&other, 1, MPI_FLOAT, 0, 0, comm);
    MPI_Finalize();
    return 0;
}
