/*
 * Ranks 0 and 1, and ranks 2 and 3, receive first, each two in the same line: it
 * is one mistake.
 *
 * np: 4
 * verdict: error
 * finding: DEADLOCK waits=0@receive waits=1@receive ranks=0,1,2,3 count=1
 * says: Ranks 2, 3 hang, too: they wait in the same way, or for these.
 * hangs: maybe
 * twin: knots_none.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Recv(&value, 1, MPI_INT, rank ^ 1, 7, MPI_COMM_WORLD, /* @receive */
             MPI_STATUS_IGNORE);
    MPI_Send(&value, 1, MPI_INT, rank ^ 1, 7, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
