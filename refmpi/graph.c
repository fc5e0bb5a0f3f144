/* graph.c - graph and distributed graph topologies. */
#include "comm.h"
#include "datatype.h"
#include "topology.h"
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ graph */

/* The graph is sound: index never falls, edges name nodes. */
static int check_graph(const struct comm *comm, int nnodes, const int index[],
                       const int edges[])
{
    if (nnodes < 0 || nnodes > comm->size ||
        (nnodes > 0 && (!index || (index[nnodes - 1] > 0 && !edges))))
        return MPI_ERR_ARG;
    for (int i = 0; i < nnodes; i++)
        if (index[i] < (i ? index[i - 1] : 0))
            return MPI_ERR_ARG;
    for (int i = 0; nnodes > 0 && i < index[nnodes - 1]; i++)
        if (edges[i] < 0 || edges[i] >= nnodes)
            return MPI_ERR_ARG;
    return MPI_SUCCESS;
}

/* The first nnodes ranks are the nodes. */
static int graph_create(struct comm *comm, int nnodes, const int index[],
                        const int edges[], struct comm **newcomm)
{
    struct comm *made = NULL;
    bool is_in = comm->rank < nnodes;
    int rc =
        refmpi_comm_split(comm, is_in ? 0 : MPI_UNDEFINED, comm->rank, &made);
    if (rc == MPI_SUCCESS && made) {
        made->topology = refmpi_topology_new(
            MPI_GRAPH, nnodes, index[nnodes - 1], index, edges, NULL, NULL);
        if (!made->topology) {
            refmpi_comm_release(made);
            return MPI_ERR_NO_MEM;
        }
    }
    if (rc == MPI_SUCCESS)
        *newcomm = made;
    return rc;
}

int PMPI_Graph_create(MPI_Comm comm_old, int nnodes, const int index[],
                      const int edges[], int reorder, MPI_Comm *comm_graph)
{
    refmpi_enter("MPI_Graph_create");
    (void)reorder;
    struct comm *comm = refmpi_comm_from(comm_old);
    struct comm *made = NULL;
    int rc = MPI_SUCCESS;
    if (!comm || comm->remote)
        rc = MPI_ERR_COMM;
    else
        rc = comm_graph ? check_graph(comm, nnodes, index, edges) : MPI_ERR_ARG;
    if (rc == MPI_SUCCESS && nnodes > 0)
        rc = graph_create(comm, nnodes, index, edges, &made);
    if (rc == MPI_SUCCESS)
        *comm_graph = refmpi_comm_handle(made);
    return refmpi_leave_comm(comm, rc);
}
REFMPI_ALIAS(Graph_create)

int PMPI_Graphdims_get(MPI_Comm comm, int *nnodes, int *nedges)
{
    refmpi_enter("MPI_Graphdims_get");
    struct comm *c;
    int rc = refmpi_topology_of(comm, MPI_GRAPH, &c);
    if (rc == MPI_SUCCESS && (!nnodes || !nedges))
        rc = MPI_ERR_ARG;
    if (rc == MPI_SUCCESS) {
        *nnodes = c->topology->count;
        *nedges = c->topology->edge_count;
    }
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Graphdims_get)

/* Copies what there is, but not more than there is room for. */
static void copy_some(int *to, int room, const int *from, int count)
{
    int n = count < room ? count : room;
    if (n > 0)
        memcpy(to, from, (size_t)n * sizeof *to);
}

int PMPI_Graph_get(MPI_Comm comm, int maxindex, int maxedges, int index[],
                   int edges[])
{
    refmpi_enter("MPI_Graph_get");
    struct comm *c;
    int rc = refmpi_topology_of(comm, MPI_GRAPH, &c);
    if (rc == MPI_SUCCESS &&
        (maxindex < 0 || maxedges < 0 || (maxindex > 0 && !index) ||
         (maxedges > 0 && !edges)))
        rc = MPI_ERR_ARG;
    if (rc == MPI_SUCCESS) {
        struct topology *graph = c->topology;
        copy_some(index, maxindex, graph->first, graph->count);
        copy_some(edges, maxedges, graph->second, graph->edge_count);
    }
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Graph_get)

int PMPI_Graph_map(MPI_Comm comm, int nnodes, const int index[],
                   const int edges[], int *newrank)
{
    refmpi_enter("MPI_Graph_map");
    struct comm *c = refmpi_comm_from(comm);
    int rc = MPI_SUCCESS;
    if (!c)
        rc = MPI_ERR_COMM;
    else
        rc = newrank && nnodes > 0 ? check_graph(c, nnodes, index, edges)
                                   : MPI_ERR_ARG;
    if (rc == MPI_SUCCESS)
        *newrank = c->rank < nnodes ? c->rank : MPI_UNDEFINED;
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Graph_map)

/* The edges of a node: where they begin and how many they are. */
static int node_edges(const struct topology *graph, int node, int *begin)
{
    *begin = node ? graph->first[node - 1] : 0;
    return graph->first[node] - *begin;
}

static int check_node(MPI_Comm handle, int rank, const void *output,
                      struct comm **comm)
{
    int rc = refmpi_topology_of(handle, MPI_GRAPH, comm);
    if (rc == MPI_SUCCESS && (rank < 0 || rank >= (*comm)->size))
        return MPI_ERR_RANK;
    return rc == MPI_SUCCESS && !output ? MPI_ERR_ARG : rc;
}

int PMPI_Graph_neighbors_count(MPI_Comm comm, int rank, int *nneighbors)
{
    refmpi_enter("MPI_Graph_neighbors_count");
    struct comm *c;
    int begin, rc = check_node(comm, rank, nneighbors, &c);
    if (rc == MPI_SUCCESS)
        *nneighbors = node_edges(c->topology, rank, &begin);
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Graph_neighbors_count)

int PMPI_Graph_neighbors(MPI_Comm comm, int rank, int maxneighbors,
                         int neighbors[])
{
    refmpi_enter("MPI_Graph_neighbors");
    struct comm *c;
    int begin,
        rc = check_node(comm, rank,
                        maxneighbors > 0 ? neighbors : (void *)&comm, &c);
    if (rc == MPI_SUCCESS && maxneighbors < 0)
        rc = MPI_ERR_ARG;
    if (rc == MPI_SUCCESS) {
        int count = node_edges(c->topology, rank, &begin);
        copy_some(neighbors, maxneighbors, c->topology->second + begin, count);
    }
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Graph_neighbors)

/* ------------------------------------------------------ distributed graph */

static int check_peers(const struct comm *comm, int count, const int peers[])
{
    if (count < 0 || (count > 0 && !peers))
        return MPI_ERR_ARG;
    for (int i = 0; i < count; i++)
        if ((peers[i] < 0 || peers[i] >= comm->size) &&
            peers[i] != MPI_PROC_NULL)
            return MPI_ERR_RANK;
    return MPI_SUCCESS;
}

/* Weights are nonnegative; none are given by constants that are no memory. */
static int check_weights(int count, const int weights[])
{
    if (weights == MPI_UNWEIGHTED || weights == MPI_WEIGHTS_EMPTY)
        return MPI_SUCCESS;
    if (count > 0 && !weights)
        return MPI_ERR_ARG;
    for (int i = 0; i < count; i++)
        if (weights[i] < 0)
            return MPI_ERR_ARG;
    return MPI_SUCCESS;
}

/* One weight array of the user's: none, or all (perhaps empty) given. */
static const int *weights_of(const int weights[])
{
    return weights == MPI_WEIGHTS_EMPTY ? NULL : weights;
}

static int adjacent(struct comm *comm, int indegree, const int sources[],
                    const int source_weights[], int outdegree,
                    const int destinations[], const int dest_weights[],
                    struct comm **newcomm)
{
    struct comm *made;
    int rc = refmpi_comm_twin(comm, &made);
    if (rc != MPI_SUCCESS)
        return rc;
    bool is_weighted = source_weights != MPI_UNWEIGHTED;
    made->topology = refmpi_topology_new(
        MPI_DIST_GRAPH, indegree, outdegree, sources, destinations,
        is_weighted ? weights_of(source_weights) : NULL,
        is_weighted ? weights_of(dest_weights) : NULL);
    if (!made->topology) {
        refmpi_comm_release(made);
        return MPI_ERR_NO_MEM;
    }
    made->topology->is_weighted = is_weighted;
    *newcomm = made;
    return MPI_SUCCESS;
}

int PMPI_Dist_graph_create_adjacent(MPI_Comm comm_old, int indegree,
                                    const int sources[],
                                    const int sourceweights[], int outdegree,
                                    const int destinations[],
                                    const int destweights[], MPI_Info info,
                                    int reorder, MPI_Comm *comm_dist_graph)
{
    refmpi_enter("MPI_Dist_graph_create_adjacent");
    (void)reorder;
    struct comm *comm = refmpi_comm_from(comm_old);
    struct comm *made = NULL;
    int rc = comm && !comm->remote ? refmpi_info_check(info) : MPI_ERR_COMM;
    if (rc == MPI_SUCCESS)
        rc = check_peers(comm, indegree, sources);
    if (rc == MPI_SUCCESS)
        rc = check_peers(comm, outdegree, destinations);
    if (rc == MPI_SUCCESS)
        rc = check_weights(indegree, sourceweights);
    if (rc == MPI_SUCCESS)
        rc = check_weights(outdegree, destweights);
    if (rc == MPI_SUCCESS &&
        (!comm_dist_graph ||
         (sourceweights == MPI_UNWEIGHTED) != (destweights == MPI_UNWEIGHTED)))
        rc = MPI_ERR_ARG;
    if (rc == MPI_SUCCESS)
        rc = adjacent(comm, indegree, sources, sourceweights, outdegree,
                      destinations, destweights, &made);
    if (rc == MPI_SUCCESS)
        *comm_dist_graph = refmpi_comm_handle(made);
    return refmpi_leave_comm(comm, rc);
}
REFMPI_ALIAS(Dist_graph_create_adjacent)

/* An edge as any rank may name it. */
struct edge {
    int source;
    int dest;
    int weight;
};

/* The edges this rank names; *edges is malloc'd. */
static int own_edges(int n, const int sources[], const int degrees[],
                     const int destinations[], const int weights[],
                     struct edge **edges)
{
    int total = 0;
    for (int i = 0; i < n; i++)
        total += degrees[i];
    struct edge *made = malloc(((size_t)total + 1) * sizeof *made);
    if (!made)
        return -1;
    bool has_weights =
        weights != MPI_UNWEIGHTED && weights != MPI_WEIGHTS_EMPTY;
    for (int i = 0, at = 0; i < n; i++)
        for (int k = 0; k < degrees[i]; k++, at++)
            made[at] = (struct edge){sources[i], destinations[at],
                                     has_weights ? weights[at] : 1};
    *edges = made;
    return total;
}

/* Everybody learns all edges; *all is malloc'd. */
static int gather_edges(struct comm *comm, const struct edge *own, int count,
                        struct edge **all, int *total)
{
    int *counts = malloc((size_t)comm->size * sizeof *counts);
    int rc = counts ? refmpi_agree_allgather(&count, counts, sizeof count, comm)
                    : MPI_ERR_NO_MEM;
    int sum = 0;
    for (int i = 0; rc == MPI_SUCCESS && i < comm->size; i++)
        sum += counts[i];
    struct edge *edges = malloc(((size_t)sum + 1) * sizeof *edges);
    if (!edges)
        rc = MPI_ERR_NO_MEM;
    for (int i = 0, at = 0; rc == MPI_SUCCESS && i < comm->size; i++) {
        size_t bytes = (size_t)counts[i] * sizeof *edges;
        if (i == comm->rank && bytes)
            memcpy(edges + at, own, bytes);
        rc = refmpi_agree_bcast(edges + at, bytes, i, comm);
        at += counts[i];
    }
    free(counts);
    if (rc != MPI_SUCCESS) {
        free(edges);
        return rc;
    }
    *all = edges;
    *total = sum;
    return MPI_SUCCESS;
}

/* Makes the communicator out of the edges that begin or end here. */
static int from_edges(struct comm *comm, const struct edge *edges, int total,
                      bool is_weighted, struct comm **newcomm)
{
    size_t room = ((size_t)total + 1) * sizeof(int);
    int *in = malloc(room), *out = malloc(room);
    int *in_weights = malloc(room), *out_weights = malloc(room);
    int rc =
        in && out && in_weights && out_weights ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    int indegree = 0, outdegree = 0;
    for (int i = 0; rc == MPI_SUCCESS && i < total; i++) {
        if (edges[i].dest == comm->rank) {
            in_weights[indegree] = edges[i].weight;
            in[indegree++] = edges[i].source;
        }
        if (edges[i].source == comm->rank) {
            out_weights[outdegree] = edges[i].weight;
            out[outdegree++] = edges[i].dest;
        }
    }
    if (rc == MPI_SUCCESS)
        rc = adjacent(comm, indegree, in,
                      is_weighted ? in_weights : MPI_UNWEIGHTED, outdegree, out,
                      is_weighted ? out_weights : MPI_UNWEIGHTED, newcomm);
    free(in);
    free(out);
    free(in_weights);
    free(out_weights);
    return rc;
}

static int dist_graph(struct comm *comm, int n, const int sources[],
                      const int degrees[], const int destinations[],
                      const int weights[], struct comm **newcomm)
{
    struct edge *own, *all;
    int total;
    int count = own_edges(n, sources, degrees, destinations, weights, &own);
    if (count < 0)
        return MPI_ERR_NO_MEM;
    int rc = gather_edges(comm, own, count, &all, &total);
    free(own);
    if (rc != MPI_SUCCESS)
        return rc;
    rc = from_edges(comm, all, total, weights != MPI_UNWEIGHTED, newcomm);
    free(all);
    return rc;
}

int PMPI_Dist_graph_create(MPI_Comm comm_old, int n, const int sources[],
                           const int degrees[], const int destinations[],
                           const int weights[], MPI_Info info, int reorder,
                           MPI_Comm *comm_dist_graph)
{
    refmpi_enter("MPI_Dist_graph_create");
    (void)reorder;
    struct comm *comm = refmpi_comm_from(comm_old);
    struct comm *made = NULL;
    int rc = comm && !comm->remote ? refmpi_info_check(info) : MPI_ERR_COMM;
    if (rc == MPI_SUCCESS && (n < 0 || (n > 0 && !degrees) || !comm_dist_graph))
        rc = MPI_ERR_ARG;
    if (rc == MPI_SUCCESS)
        rc = check_peers(comm, n, sources);
    int total = 0;
    for (int i = 0; rc == MPI_SUCCESS && i < n; i++) {
        if (degrees[i] < 0)
            rc = MPI_ERR_ARG;
        total += degrees[i];
    }
    if (rc == MPI_SUCCESS)
        rc = check_peers(comm, total, destinations);
    if (rc == MPI_SUCCESS)
        rc = check_weights(total, weights);
    if (rc == MPI_SUCCESS)
        rc =
            dist_graph(comm, n, sources, degrees, destinations, weights, &made);
    if (rc == MPI_SUCCESS)
        *comm_dist_graph = refmpi_comm_handle(made);
    return refmpi_leave_comm(comm, rc);
}
REFMPI_ALIAS(Dist_graph_create)

int PMPI_Dist_graph_neighbors_count(MPI_Comm comm, int *indegree,
                                    int *outdegree, int *weighted)
{
    refmpi_enter("MPI_Dist_graph_neighbors_count");
    struct comm *c;
    int rc = refmpi_topology_of(comm, MPI_DIST_GRAPH, &c);
    if (rc == MPI_SUCCESS && (!indegree || !outdegree || !weighted))
        rc = MPI_ERR_ARG;
    if (rc == MPI_SUCCESS) {
        *indegree = c->topology->count;
        *outdegree = c->topology->edge_count;
        *weighted = c->topology->is_weighted;
    }
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Dist_graph_neighbors_count)

int PMPI_Dist_graph_neighbors(MPI_Comm comm, int maxindegree, int sources[],
                              int sourceweights[], int maxoutdegree,
                              int destinations[], int destweights[])
{
    refmpi_enter("MPI_Dist_graph_neighbors");
    struct comm *c;
    int rc = refmpi_topology_of(comm, MPI_DIST_GRAPH, &c);
    if (rc == MPI_SUCCESS &&
        (maxindegree < 0 || maxoutdegree < 0 || (maxindegree > 0 && !sources) ||
         (maxoutdegree > 0 && !destinations)))
        rc = MPI_ERR_ARG;
    if (rc != MPI_SUCCESS)
        return refmpi_leave_comm(c, rc);
    struct topology *graph = c->topology;
    copy_some(sources, maxindegree, graph->first, graph->count);
    copy_some(destinations, maxoutdegree, graph->second, graph->edge_count);
    if (graph->is_weighted && weights_of(sourceweights))
        copy_some(sourceweights, maxindegree, graph->third, graph->count);
    if (graph->is_weighted && weights_of(destweights))
        copy_some(destweights, maxoutdegree, graph->fourth, graph->edge_count);
    return refmpi_leave_comm(c, MPI_SUCCESS);
}
REFMPI_ALIAS(Dist_graph_neighbors)
