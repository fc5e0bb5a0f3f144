/*
 * Before the first process of MPI_Exscan is nobody: its receive buffer is not
 * significant (MPI-4.1 6.11.2), and it may use it.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, own = 3, before = 0, seen = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Iexscan(&own, &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    if (rank == 0) {
        seen = before + 2;
        before = seen + 1;
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return rank == 0 ? before != 3 : before != 3 || seen != 0;
}
