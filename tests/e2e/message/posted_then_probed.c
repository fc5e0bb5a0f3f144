/*
 * A receive from any source is posted before a matched probe finds the next
 * message of the same sender and tag.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Message message;
    MPI_Request request;
    int rank, number = 0, value = 0;
    double real[3] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Irecv(&number, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &request);
        MPI_Recv(&value, 1, MPI_INT, 1, 1, comm, MPI_STATUS_IGNORE);
        MPI_Mprobe(1, 0, comm, &message, MPI_STATUS_IGNORE);
        MPI_Mrecv(real, 3, MPI_DOUBLE, &message, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Ssend(&number, 1, MPI_INT, 0, 0, comm);
        MPI_Send(&value, 1, MPI_INT, 0, 1, comm);
        MPI_Send(real, 3, MPI_DOUBLE, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
