/*
 * A distributed graph whose edges both ends name, in whatever order; weights
 * of several edges between the same two in another order; no weights at one
 * end that has no edges.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int out[3] = {1, 2, 1}, out_weights[3] = {5, 6, 7};
    int in[2] = {0, 0}, in_weights[2] = {7, 5}, rank;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, NULL,
                                       MPI_WEIGHTS_EMPTY, 3, out, out_weights,
                                       MPI_INFO_NULL, 0, &comm);
    } else {
        if (rank == 2)
            in_weights[0] = 6;
        MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 3 - rank, in, in_weights,
                                       0, NULL, MPI_WEIGHTS_EMPTY,
                                       MPI_INFO_NULL, 0, &comm);
    }
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
