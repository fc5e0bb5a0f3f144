/*
 * Accumulates of one datatype and op, by displacements in bytes, of which one
 * is no multiple of the element's size: elements that overlap in part.
 *
 * np: 3
 * verdict: error
 * finding: RMA-ACCUMULATE-CONFLICT accumulate=1@first accumulate=2@second count=1
 * says: only where they are of the same elements, and these overlap in part
 * twin: accumulate_placed.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int *base, one = 1, rank;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(32, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win); /* @first */
    if (rank == 2)
        MPI_Accumulate(&one, 1, MPI_INT, 0, 2, 1, MPI_INT, MPI_SUM, win); /* @second */
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
