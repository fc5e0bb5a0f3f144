/*
 * Receives are cancelled while they are active, and waited for, tested or freed.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int in, flag;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Request_free(&request);
    MPI_Recv_init(&in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Cancel(&request);
    do
        MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
    while (!flag);
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
