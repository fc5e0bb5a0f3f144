/*
 * The reference MPI has no dynamic processes: the finding says that it is this.
 *
 * np: 1
 * verdict: error
 * finding: PROCESS-KILLED inside=0@call
 * says: failed with MPI_ERR_UNSUPPORTED_OPERATION, as the reference MPI does not have what it is for
 * twin: errhandler_exits.c
 * flavours: abi (what the others have)
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    char port[MPI_MAX_PORT_NAME];

    MPI_Init(&argc, &argv);
    MPI_Open_port(MPI_INFO_NULL, port); /* @call */
    MPI_Close_port(port);
    MPI_Finalize();
    return 0;
}
