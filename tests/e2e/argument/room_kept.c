/*
 * As room_overrun.c; the receives have room for what they ask for.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int numbers[14] = {0}, last[32] = {0}, rank;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Send(last, 12, MPI_INT, 1, 0, comm);
        MPI_Send(last, 13, MPI_INT, 1, 0, comm);
        MPI_Send(last, 10, MPI_INT, 1, 0, comm);
    } else {
        MPI_Recv(numbers, 12, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
        MPI_Irecv(numbers, 14, MPI_INT, MPI_ANY_SOURCE, 0, comm, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Recv(numbers, 13, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
        MPI_Irecv(numbers, 11, MPI_INT, 0, 0, comm, &request);
        MPI_Cancel(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
