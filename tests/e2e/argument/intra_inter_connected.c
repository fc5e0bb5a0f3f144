/*
 * Processes that connect make an intercommunicator of which Murmel does not
 * know who is in it; nor does it say that it is none.
 *
 * np: 2
 * verdict: clean
 * flavours: openmpi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, is_inter = 0, size = 0;
    char port[MPI_MAX_PORT_NAME] = "";
    MPI_Comm other, both;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Bcast(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
    else
        MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
    MPI_Comm_test_inter(other, &is_inter);
    MPI_Comm_remote_size(other, &size);
    MPI_Intercomm_merge(other, rank, &both);
    MPI_Comm_free(&both);
    MPI_Comm_disconnect(&other);
    if (rank == 0)
        MPI_Close_port(port);
    MPI_Finalize();
    return !is_inter || size != 1;
}
