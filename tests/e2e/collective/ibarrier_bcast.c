/*
 * A broadcast while a nonblocking barrier is outstanding (acceptance E6).
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int value = 1;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
