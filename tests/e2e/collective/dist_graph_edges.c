/*
 * Rank 0 sends to rank 2, which does not name it as a source.
 *
 * np: 3
 * verdict: error
 * finding: COLL-ARGUMENT-MISMATCH call=0@create call=2@create ranks=0,2
 * hangs: maybe
 * twin: dist_graph_same.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int source, destination, rank;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    source = rank == 2 ? 1 : 0;
    destination = 2;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, rank == 2, /* @create */
                                   &source, MPI_UNWEIGHTED, rank < 2,
                                   &destination, MPI_UNWEIGHTED, MPI_INFO_NULL,
                                   0, &comm);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
