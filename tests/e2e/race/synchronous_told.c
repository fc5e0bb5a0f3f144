/*
 * Ranks 0 and 2 send synchronously to rank 3, and rank 1 behind a broadcast of
 * rank 2, which knows of its own message alone that it is being received: in
 * place of rank 0's the second receive may take rank 1's. So it is whichever of
 * the two was received first in this run.
 *
 * np: 4
 * verdict: potential
 * finding: RACE-COLLECTIVE receive=3@second after=1@late collective=1@bcast ...
 * twin: synchronous_told_both.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, word = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0 || rank == 2)
        MPI_Ssend(&word, 1, MPI_INT, 3, 0, comm);
    if (rank == 3) {
        MPI_Recv(&word, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
        MPI_Recv(&word, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE); /* @second */
    }
    MPI_Bcast(&word, 1, MPI_INT, 2, comm); /* @bcast */
    if (rank == 1)
        MPI_Send(&word, 1, MPI_INT, 3, 0, comm); /* @late */
    if (rank == 3)
        MPI_Recv(&word, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
