/*
 * A tag that this MPI has, but not every MPI, by a program that does not ask
 * which ones there are.
 *
 * np: 2
 * verdict: note
 * finding: ARG-LARGE-TAG call=*@send ranks=0,1 count=2
 * options: --portability
 * twin: tag_asked.c
 */
#include <mpi.h>

#define TAG 40000

int main(int argc, char **argv)
{
    int rank, in = 0, i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < 3; i++)
        MPI_Sendrecv(&rank, 1, MPI_INT, 1 - rank, TAG + i, &in, 1, MPI_INT, 1 - rank, TAG + i, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @send */
    MPI_Finalize();
    return in < 0;
}
