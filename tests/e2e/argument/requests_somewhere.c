/*
 * An array of requests, of which none is there yet.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    static MPI_Request space[2];
    MPI_Request *volatile requests = space;

    MPI_Init(&argc, &argv);
    space[0] = space[1] = MPI_REQUEST_NULL;
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
