/*
 * Two nonblocking broadcasts, the second waited for first (acceptance E15).
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int buf1 = 1, buf2 = 2;
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Ibcast(&buf1, 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Ibcast(&buf2, 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
