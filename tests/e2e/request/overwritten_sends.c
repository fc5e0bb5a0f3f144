/*
 * The variable of a send's request is used again before the request is
 * completed. MPICH and Open MPI give short sends one handle.
 *
 * np: 2
 * verdict: error
 * finding: REQUEST-NOT-COMPLETED made=0@lost overwritten=0@again
 * twin: overwritten_copied.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, values[2] = {1, 2};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Isend(&values[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); /* @lost */
        MPI_Isend(&values[1], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &request); /* @again */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(&values[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&values[1], 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
