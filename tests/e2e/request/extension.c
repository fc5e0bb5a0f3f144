/*
 * A request of a function that only this MPI has is no unknown one.
 *
 * np: 2
 * verdict: clean
 * flavours: openmpi
 */
#include <mpi.h>
#include <mpi-ext.h>

#if OMPI_MAJOR_VERSION > 4 /* it has MPI-4.0's */
#define MPIX_Allreduce_init MPI_Allreduce_init
#endif

int main(int argc, char **argv)
{
    int in = 1, out;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPIX_Allreduce_init(&in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
