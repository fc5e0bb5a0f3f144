/*
 * Reductions over an intercommunicator of MPI_Comm_accept and MPI_Comm_connect:
 * what is not significant at the root, or outside of it, may be a null pointer.
 *
 * np: 2
 * verdict: clean
 * flavours: openmpi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    char port[MPI_MAX_PORT_NAME];
    double part = 1, sum = 0;
    MPI_Comm other;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Open_port(MPI_INFO_NULL, port);
        MPI_Send(port, MPI_MAX_PORT_NAME, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
        MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
        MPI_Close_port(port);
        MPI_Reduce(NULL, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_ROOT, other);
    } else {
        MPI_Recv(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
        MPI_Reduce(&part, NULL, 1, MPI_DOUBLE, MPI_SUM, 0, other);
    }
    MPI_Comm_disconnect(&other);
    MPI_Finalize();
    return 0;
}
