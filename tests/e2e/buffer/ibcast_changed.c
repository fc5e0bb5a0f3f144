/*
 * Of two broadcasts the second is waited for first, and the root then changes
 * the first one's buffer (acceptance E15).
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-CHANGED-EARLY begin=0@first end=0@wait cites=6.12
 * twin: ibcast_changed_after.c
 */
#include <mpi.h>

#include "unfollowed.h"

int main(int argc, char **argv)
{
    int rank, first = 1, second = 2;
    MPI_Request requests[2];

    unfollowed();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Ibcast(&first, 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[0]); /* @first */
    MPI_Ibcast(&second, 1, MPI_INT, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    if (rank == 0)
        first = 3;
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE); /* @wait */
    MPI_Finalize();
    return 0;
}
