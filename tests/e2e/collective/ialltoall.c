/*
 * All-to-alls, blocking with blocking and nonblocking with nonblocking.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int send[2] = {1, 2}, recv[2], again[2];
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Ialltoall(send, 1, MPI_INT, recv, 1, MPI_INT, MPI_COMM_WORLD,
                  &request);
    MPI_Alltoall(send, 1, MPI_INT, again, 1, MPI_INT, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
