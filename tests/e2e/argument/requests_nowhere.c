/*
 * An array of requests that was never made: who reads them crashes.
 *
 * np: 1
 * verdict: error
 * finding: PROCESS-CRASHED
 * says: in its call of MPI_Waitall, of which an argument points to 0x10, where no memory is
 * twin: requests_somewhere.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Request *volatile requests = (MPI_Request *)16;

    MPI_Init(&argc, &argv);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
