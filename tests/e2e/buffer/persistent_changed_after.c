/*
 * The buffer of a persistent send is changed while it is inactive.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, done = 0, count, index, value = 1;
    MPI_Request request;
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Send_init(&value, 1, MPI_INT, 1, 0, comm, &request);
        value = 2;
        MPI_Start(&request);
        while (!done)
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        value = 4;
        MPI_Startall(1, &request);
        MPI_Waitsome(1, &request, &count, &index, MPI_STATUSES_IGNORE);
        value = 6;
        MPI_Request_free(&request);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
