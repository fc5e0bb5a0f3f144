/*
 * Cartesian, graph and distributed graph communicators and collectives among
 * neighbours.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size[1] = {3}, periodic[1] = {1}, keep[1] = {1}, left, right;
    int index[3] = {1, 2, 3}, edges[3] = {1, 2, 0}, values[4];
    MPI_Comm ring, row, graph, dist;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Cart_create(MPI_COMM_WORLD, 1, size, periodic, 1, &ring);
    MPI_Cart_shift(ring, 0, 1, &left, &right);
    MPI_Neighbor_allgather(&rank, 1, MPI_INT, values, 1, MPI_INT, ring);
    MPI_Cart_sub(ring, keep, &row);
    MPI_Barrier(row);
    MPI_Graph_create(MPI_COMM_WORLD, 3, index, edges, 0, &graph);
    MPI_Barrier(graph);
    left = (rank + 2) % 3;
    right = (rank + 1) % 3;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &left, MPI_UNWEIGHTED,
                                   1, &right, MPI_UNWEIGHTED, MPI_INFO_NULL,
                                   0, &dist);
    MPI_Ineighbor_alltoall(&rank, 1, MPI_INT, values, 1, MPI_INT, dist,
                           &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&dist);
    MPI_Comm_free(&graph);
    MPI_Comm_free(&row);
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}
