/*
 * A barrier puts them in order.
 *
 * np: 3
 * verdict: clean
 */
#include "beside.h"

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, value = 0, sent = 1, provided;
    MPI_Status status;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(comm, &rank);
    begin_beside();
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm,
                 &status);
    if (rank == 2)
        MPI_Send(&sent, 1, MPI_INT, 1, 0, comm);
    MPI_Barrier(comm);
    if (rank == 0)
        MPI_Send(&sent, 1, MPI_INT, 1, 0, comm);
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, &status);
    end_beside();
    MPI_Finalize();
    return 0;
}
