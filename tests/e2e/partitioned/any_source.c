/*
 * A partitioned receive may not take its data from any source.
 *
 * np: 1
 * verdict: error
 * finding: PART-ARGUMENTS call=0@here
 * flavours: abi mpich
 * hangs: maybe
 * twin: all_ready.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int data[8];
    MPI_Request request = MPI_REQUEST_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Precv_init(data, 2, 4, MPI_INT, MPI_ANY_SOURCE, 3, /* @here */
                   MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    if (request != MPI_REQUEST_NULL)
        MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
