/*
 * Three nonblocking broadcasts outstanding, one waitall (acceptance E12).
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int buf1 = 1, buf2 = 2, buf3 = 3;
    MPI_Request requests[3];

    MPI_Init(&argc, &argv);
    MPI_Ibcast(&buf1, 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Ibcast(&buf2, 1, MPI_INT, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Ibcast(&buf3, 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[2]);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    MPI_Finalize();
    return 0;
}
