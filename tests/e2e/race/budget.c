/*
 * More receives from any source than are kept: rank 2 never learns of them.
 *
 * np: 3
 * verdict: note
 * options: --notes
 * finding: RACE-BUDGET receive=0@any ...
 * twin: in_turn.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, value = 0, i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    for (i = 0; i < 70 && rank == 0; i++)
        MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, i, comm, /* @any */
                 MPI_STATUS_IGNORE);
    for (i = 0; i < 70 && rank == 1; i++)
        MPI_Send(&value, 1, MPI_INT, 0, i, comm);
    MPI_Barrier(comm);
    MPI_Finalize();
    return 0;
}
