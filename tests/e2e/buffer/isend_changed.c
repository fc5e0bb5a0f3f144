/*
 * A send buffer is changed between MPI_Isend and MPI_Wait.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-CHANGED-EARLY begin=0@isend end=0@wait cites=3.7.2
 * says: too early: only MPI_Wait completed the operation.
 * twin: isend_changed_after.c
 * ways: all
 */
#include <mpi.h>

#include "unfollowed.h"

int main(int argc, char **argv)
{
    int rank, values[4] = {1, 2, 3, 4};
    MPI_Request request;
    MPI_Comm comm = MPI_COMM_WORLD;

    unfollowed();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Isend(values, 4, MPI_INT, 1, 0, comm, &request); /* @isend */
        values[2] = 7;
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait */
    } else {
        MPI_Recv(values, 4, MPI_INT, 0, 0, comm, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
