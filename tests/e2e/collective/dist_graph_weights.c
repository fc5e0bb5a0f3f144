/*
 * The two ends of an edge give it different weights.
 *
 * np: 2
 * verdict: error
 * finding: COLL-ARGUMENT-MISMATCH call=0@send call=1@take ranks=0,1
 * hangs: maybe
 * twin: dist_graph_same.c
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int source = 0, destination = 1, rank, weight;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    weight = 3 + rank;
    if (rank == 0)
        MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, NULL, /* @send */
                                       MPI_WEIGHTS_EMPTY, 1, &destination,
                                       &weight, MPI_INFO_NULL, 0, &comm);
    else
        MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &source, /* @take */
                                       &weight, 0, NULL, MPI_WEIGHTS_EMPTY,
                                       MPI_INFO_NULL, 0, &comm);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
