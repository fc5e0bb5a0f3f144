/*
 * Reductions to each root in turn; the receive buffer counts at the root only.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int rank, mine, sum = 0, root;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mine = rank;
    for (root = 0; root < 2; root++)
        MPI_Reduce(&mine, rank == root ? &sum : NULL, 1, MPI_INT, MPI_SUM,
                   root, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
