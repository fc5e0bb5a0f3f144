/* np: 4 */
/* Graph and distributed graph topologies. */
#include "check.h"

static void graph(void)
{
    /* 0 - 1, 0 - 3, 2 - 3, each edge named from both of its ends. */
    int index[] = {2, 3, 4, 6}, edges[] = {1, 3, 0, 3, 0, 2};
    int nodes, count, kind, neighbors[2], ends[6];
    MPI_Comm comm, twin;
    MPI_Graph_create(MPI_COMM_WORLD, 4, index, edges, 0, &comm);
    MPI_Comm_dup(comm, &twin);
    MPI_Comm_free(&comm);
    MPI_Topo_test(twin, &kind);
    CHECK(kind == MPI_GRAPH);
    MPI_Graphdims_get(twin, &nodes, &count);
    CHECK(nodes == 4 && count == 6);
    MPI_Graph_neighbors_count(twin, 3, &count);
    CHECK(count == 2);
    MPI_Graph_neighbors(twin, 3, 2, neighbors);
    CHECK(neighbors[0] == 0 && neighbors[1] == 2);
    MPI_Graph_get(twin, 4, 6, index, ends);
    CHECK(index[3] == 6 && ends[5] == 2);
    MPI_Comm_free(&twin);
    MPI_Graph_create(MPI_COMM_WORLD, 1, (int[]){0}, edges, 0, &comm);
    CHECK((comm == MPI_COMM_NULL) == (world_rank() != 0));
    if (comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
}

static void ring(MPI_Comm comm, int expected_weight)
{
    int in, out, weighted, source = -1, dest = -1, in_weight, out_weight;
    int rank = world_rank(), size = world_size();
    MPI_Dist_graph_neighbors_count(comm, &in, &out, &weighted);
    CHECK(in == 1 && out == 1 && weighted == (expected_weight > 0));
    MPI_Dist_graph_neighbors(comm, 1, &source, &in_weight, 1, &dest,
                             &out_weight);
    CHECK(source == (rank + size - 1) % size && dest == (rank + 1) % size);
    if (weighted)
        CHECK(in_weight == expected_weight && out_weight == expected_weight);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    graph();
    int rank = world_rank(), size = world_size();
    int next = (rank + 1) % size, previous = (rank + size - 1) % size;
    MPI_Comm comm;
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &previous,
                                   MPI_UNWEIGHTED, 1, &next, MPI_UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &comm);
    ring(comm, 0);
    /* Every edge is named by a rank that is not on it. */
    int source = (rank + 2) % size, dest = (rank + 3) % size, one = 1, nine = 9;
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &source, &one, &dest, &nine,
                          MPI_INFO_NULL, 0, &comm);
    ring(comm, 9);
    MPI_Finalize();
    return 0;
}
