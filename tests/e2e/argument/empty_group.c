/*
 * An intercommunicator of an empty group is none, and its leaders are not
 * looked at (7.6.2).
 *
 * np: 1
 * flavours: abi
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Intercomm_create_from_groups(MPI_GROUP_EMPTY, 0, MPI_GROUP_EMPTY, 0, "none", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Finalize();
    return comm != MPI_COMM_NULL;
}
