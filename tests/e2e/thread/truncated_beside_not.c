/*
 * Both receives have room for either message.
 *
 * np: 3
 * verdict: clean
 */
#include "beside.h"

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, value[9] = {0}, provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(comm, &rank);
    begin_beside();
    if (rank == 0) {
        MPI_Recv(value, 9, MPI_INT, MPI_ANY_SOURCE, 0, comm,
                 MPI_STATUS_IGNORE);
        MPI_Recv(value, 9, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Send(value, 1, MPI_INT, 0, 0, comm);
        MPI_Send(value, 1, MPI_INT, 2, 0, comm);
    } else {
        /* Rank 1's message is there first. */
        MPI_Recv(value, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);
        MPI_Send(value, 9, MPI_INT, 0, 0, comm);
    }
    end_beside();
    MPI_Finalize();
    return 0;
}
