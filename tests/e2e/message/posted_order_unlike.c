/*
 * As posted_order.c, but the messages are of the wrong types for the receives
 * that have them by that order.
 *
 * np: 2
 * verdict: error
 * finding: P2P-TYPE-MISMATCH receive=0@number send=1@real
 * finding: P2P-TYPE-MISMATCH receive=0@wide send=1@count
 * twin: posted_order.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request request;
    double real = 1;
    int rank, number[2] = {0, 0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Irecv(number, 2, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @number */
                  &request);
        MPI_Recv(&real, 1, MPI_DOUBLE, MPI_ANY_SOURCE, 0, comm, /* @wide */
                 MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&real, 1, MPI_DOUBLE, 0, 0, comm); /* @real */
        MPI_Send(number, 2, MPI_INT, 0, 0, comm);   /* @count */
    }
    MPI_Finalize();
    return 0;
}
