/*
 * Of two sends, whose requests some MPIs give one handle, the second is
 * completed.
 *
 * np: 2
 * verdict: error
 * finding: REQUEST-NOT-COMPLETED made=0@s
 * twin: ../deadlock/isend_ring_later.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, values[2] = {0, 0};
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Isend(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, /* @s */
                  &requests[0]);
        MPI_Isend(&rank, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[1]);
        MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(&values[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        MPI_Recv(&values[1], 1, MPI_INT, 0, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
