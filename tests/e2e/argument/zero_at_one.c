/*
 * No data at an address that is none, and that is MPI_IN_PLACE to some MPIs.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>
#include <stdint.h>

int main(int argc, char **argv)
{
    MPI_Request request;

    MPI_Init(&argc, &argv);
    for (intptr_t at = -1; at < 2; at++) {
        MPI_Irecv((void *)at, 0, MPI_INT, 0, 6, MPI_COMM_SELF, &request);
        MPI_Send((void *)at, 0, MPI_INT, 0, 6, MPI_COMM_SELF);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
