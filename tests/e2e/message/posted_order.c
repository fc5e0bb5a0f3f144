/*
 * Receives from any source that end in another order than that in which they
 * were posted: the first still has the first message.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request requests[2];
    double real[3];
    int rank, i, number = 0, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    for (i = 0; i < 3 && rank == 0; i++) {
        MPI_Irecv(&number, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &requests[0]);
        MPI_Recv(&value, 1, MPI_INT, 1, 1, comm, MPI_STATUS_IGNORE);
        if (i < 2)
            MPI_Recv(real, 3, MPI_DOUBLE, i == 0 ? MPI_ANY_SOURCE : 1, 0, comm,
                     MPI_STATUS_IGNORE);
        else {
            MPI_Irecv(real, 3, MPI_DOUBLE, MPI_ANY_SOURCE, 0, comm,
                      &requests[1]);
            MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
        }
        MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    }
    for (i = 0; i < 3 && rank == 1; i++) {
        MPI_Ssend(&number, 1, MPI_INT, 0, 0, comm);
        MPI_Send(&value, 1, MPI_INT, 0, 1, comm);
        real[0] = real[1] = real[2] = i;
        MPI_Send(real, 3, MPI_DOUBLE, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
