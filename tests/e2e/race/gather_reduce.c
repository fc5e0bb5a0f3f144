/*
 * As gather_loop.c, but a reduction lets the others go on: the next round's
 * message of one may be taken in place of another's.
 *
 * np: 3
 * verdict: potential
 * unless: send=sync
 * finding: RACE-COLLECTIVE receive=0@any before=*@send after=*@send collective=*@reduce ...
 * twin: gather_loop.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, size, value = 0, round, i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    for (round = 0; round < 2; round++) {
        for (i = 1; i < size && rank == 0; i++)
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, comm, /* @any */
                     MPI_STATUS_IGNORE);
        if (rank > 0)
            MPI_Send(&rank, 1, MPI_INT, 0, 0, comm); /* @send */
        MPI_Reduce(&rank, &value, 1, MPI_INT, MPI_SUM, 0, comm); /* @reduce */
    }
    MPI_Finalize();
    return 0;
}
