/*
 * The receive that names its source is posted first, and has its message; what
 * is left is for the one from any source.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    int rank, value[2] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Irecv(&value[1], 1, MPI_INT, 2, 0, comm,
                  &requests[1]);
        MPI_Irecv(&value[0], 1, MPI_INT, MPI_ANY_SOURCE, 0, comm,
                  &requests[0]);
        MPI_Waitall(2, requests, statuses);
    } else if (rank == 1) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
        MPI_Send(&rank, 1, MPI_INT, 2, 0, comm);
    } else {
        /* Rank 1's message is mostly there first. */
        MPI_Recv(&value, 1, MPI_INT, 1, 0, comm, MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, comm);
    }
    MPI_Finalize();
    return 0;
}
