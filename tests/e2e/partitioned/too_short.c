/*
 * The last of two partitions goes beyond the end of the buffer, of a send and
 * of a receive (MPI-4.1 4.2.1, 3.2.2).
 *
 * np: 2
 * verdict: error|potential
 * finding: ARG-TOO-SHORT call=0@send
 * finding: ARG-LESS-ROOM call=1@receive
 * says: but the block of memory there ends after 360 of 400 bytes
 * flavours: abi mpich
 * twin: fits.c
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    MPI_Request request;
    int rank, *data = calloc(90, sizeof *data);

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Psend_init(data, 2, 50, MPI_INT, 1, 0, MPI_COMM_WORLD, /* @send */
                       MPI_INFO_NULL, &request);
    else
        MPI_Precv_init(data, 2, 50, MPI_INT, 0, 0, MPI_COMM_WORLD, /* @receive */
                       MPI_INFO_NULL, &request);
    MPI_Request_free(&request);
    MPI_Finalize();
    free(data);
    return 0;
}
