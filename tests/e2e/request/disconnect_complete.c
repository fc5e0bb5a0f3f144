/*
 * A communicator is disconnected when all on it is complete: persistent
 * requests may be inactive, and others go on on another communicator.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0, out = 1, other = 0;
    MPI_Comm copy;
    MPI_Request requests[2], persistent, elsewhere;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Irecv(&other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &elsewhere);
    MPI_Send_init(&out, 1, MPI_INT, 1 - rank, 0, copy, &persistent);
    MPI_Start(&persistent);
    MPI_Irecv(&value, 1, MPI_INT, 1 - rank, 0, copy, &requests[0]);
    MPI_Ibarrier(copy, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Wait(&persistent, MPI_STATUS_IGNORE);
    MPI_Request_free(&persistent);
    MPI_Comm_disconnect(&copy);
    MPI_Send(&out, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&elsewhere, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
