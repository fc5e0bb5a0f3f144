/*
 * The root sends to members that do not come.
 *
 * np: 3
 * verdict: error
 * unless: coll=barrier
 * finding: COLL-MISSING call=0@bcast call=1@finalize ranks=0,1,2
 * twin: missing_none.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, number = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Bcast(&number, 1, MPI_INT, 0, MPI_COMM_WORLD); /* @bcast */
    MPI_Finalize(); /* @finalize */
    return 0;
}
