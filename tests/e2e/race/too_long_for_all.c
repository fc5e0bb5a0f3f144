/*
 * There is room for one long message, and there are two: whichever comes
 * first, one of them is truncated. Between the receives the program tells
 * others of something.
 *
 * np: 3
 * verdict: error
 * finding: P2P-TRUNCATED receive=0@second send=1@long count=1
 * twin: three_room.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    int rank, i, value[9] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    if (rank > 0)
        MPI_Isend(value, 9, MPI_INT, 0, 0, comm, &requests[0]); /* @long */
    if (rank == 1)
        MPI_Isend(value, 1, MPI_INT, 0, 0, comm, &requests[1]);
    for (i = 0; i < 3 && rank == 0; i++) {
        if (i == 0)
            MPI_Recv(value, 9, MPI_INT, MPI_ANY_SOURCE, 0, comm,
                     MPI_STATUS_IGNORE);
        else if (i == 1)
            MPI_Recv(value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @second */
                     MPI_STATUS_IGNORE);
        else
            MPI_Recv(value, 4, MPI_INT, MPI_ANY_SOURCE, 0, comm,
                     MPI_STATUS_IGNORE);
        if (i == 1)
            MPI_Gather(&rank, 1, MPI_INT, value, 1, MPI_INT, 0, comm);
    }
    if (rank > 0)
        MPI_Gather(&rank, 1, MPI_INT, value, 1, MPI_INT, 0, comm);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
