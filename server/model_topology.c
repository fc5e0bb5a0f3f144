/*
 * model_topology.c - who is whose neighbour (MPI-4.1 8.2, 8.5, 8.6).
 *
 * Each member's constructor tells of its own edges, or of others'.  Where the
 * MPI gives the ranks anew, the edges are those of the process that has the
 * rank which the constructor's caller had before (8.5.5); a grid is numbered
 * by rows, a part of one, too (8.2).  In what order a process has the edges
 * that MPI_Dist_graph_create was given is not told.
 */
#include "model_topology.h"

#include <stdlib.h>

#define NOBODY   INT64_C(-1)
#define NO_INDEX UINT32_MAX    /* the other side has no such edge */
#define SEVERAL  TOPOLOGY_SOME /* it has more than one */

enum { OUT, IN };

struct edges {
    int64_t *ranks;    /* NOBODY: beyond the border of a grid */
    uint32_t *indices; /* OUT: where the receiver has it; NULL: not looked */
    uint32_t count, room;
};

struct dimension {
    int64_t size;
    bool periodic;
};

/* What a member's MPI has told of its neighbours. */
struct told {
    bool known;
    struct topology_blocks blocks[2];
};

struct topology {
    uint32_t references;
    bool is_grid, unordered;
    int64_t lopsided; /* -1, or a node of which an edge does not lead back */
    uint16_t made_as; /* CALL_MPI_Cart_create, _Graph_create, _Dist_graph_... */
    uint32_t size, joined;
    uint32_t dimension_count; /* of a grid */
    struct dimension *dimensions;
    struct edges *edges[2]; /* by member */
    struct told *told;      /* by member */
};

struct topology *topology_hold(struct topology *topology)
{
    if (topology != NULL)
        topology->references++;
    return topology;
}

void topology_drop(struct topology *topology)
{
    uint32_t i;
    int way;

    if (topology == NULL || --topology->references > 0)
        return;
    for (way = OUT; way <= IN; way++) {
        for (i = 0; i < topology->size; i++) {
            free(topology->edges[way][i].ranks);
            free(topology->edges[way][i].indices);
        }
        free(topology->edges[way]);
    }
    free(topology->told);
    free(topology->dimensions);
    free(topology);
}

static struct topology *topology_new(uint32_t size)
{
    struct topology *topology = xcalloc(1, sizeof *topology);

    topology->references = 1;
    topology->size = size;
    topology->lopsided = -1;
    topology->edges[OUT] = xcalloc(size, sizeof(struct edges));
    topology->edges[IN] = xcalloc(size, sizeof(struct edges));
    topology->told = xcalloc(size, sizeof topology->told[0]);
    return topology;
}

static void edge_add(struct topology *topology, int way, int64_t of, int64_t to)
{
    struct edges *edges;

    if (of < 0 || of >= (int64_t)topology->size ||
        to >= (int64_t)topology->size)
        return;
    edges = &topology->edges[way][of];
    if (edges->count == edges->room) {
        edges->room = edges->room * 2 + 4;
        edges->ranks =
            xrealloc(edges->ranks, edges->room, sizeof edges->ranks[0]);
    }
    edges->ranks[edges->count++] = to;
}

static void add_all(struct topology *topology, int way, uint32_t of,
                    const struct array_number *ranks)
{
    uint32_t i;

    for (i = 0; ranks->special == ARRAY_PRESENT && i < ranks->count; i++)
        edge_add(topology, way, of, ranks->items[i]);
}

/* ---------------------------------------------------------- constructors */

static void dimension_add(struct topology *topology, int64_t size,
                          bool periodic)
{
    topology->dimensions =
        xrealloc(topology->dimensions, topology->dimension_count + 1,
                 sizeof topology->dimensions[0]);
    topology->dimensions[topology->dimension_count++] =
        (struct dimension){size, periodic};
}

static void set_grid(struct topology *topology,
                     const struct call_MPI_Cart_create *cart)
{
    uint32_t i;

    if (topology->is_grid || cart->dims.special != ARRAY_PRESENT ||
        cart->periods.special != ARRAY_PRESENT ||
        cart->periods.count < cart->dims.count)
        return;
    topology->is_grid = true;
    for (i = 0; i < cart->dims.count; i++)
        dimension_add(topology, cart->dims.items[i],
                      cart->periods.items[i] != 0);
}

static bool remains(const struct array_number *remain_dims, uint32_t dimension)
{
    return dimension < remain_dims->count && remain_dims->items[dimension] != 0;
}

static void set_part(struct topology *topology, const struct topology *whole,
                     const struct array_number *remain_dims)
{
    uint32_t i;

    if (topology->is_grid || !topology_is_grid(whole) ||
        remain_dims->special != ARRAY_PRESENT)
        return;
    topology->is_grid = true;
    for (i = 0; i < whole->dimension_count; i++)
        if (remains(remain_dims, i))
            dimension_add(topology, whole->dimensions[i].size,
                          whole->dimensions[i].periodic);
}

/* For each dimension the one below and the one above (8.6). */
static void add_grid(struct topology *topology, uint32_t member)
{
    int64_t stride = (int64_t)topology->size, place, step;
    uint32_t i;
    int way;

    for (i = 0; i < topology->dimension_count; i++) {
        int64_t size = topology->dimensions[i].size;

        if (size < 1 || stride % size != 0)
            return;
        stride /= size;
        place = member / stride % size;
        for (step = -1; step <= 1; step += 2) {
            int64_t there = place + step;
            bool outside = there < 0 || there >= size;

            there = (there + size) % size;
            for (way = OUT; way <= IN; way++)
                edge_add(topology, way, member,
                         outside && !topology->dimensions[i].periodic
                             ? NOBODY
                             : member + (there - place) * stride);
        }
    }
}

bool topology_is_grid(const struct topology *topology)
{
    return topology != NULL && topology->is_grid;
}

bool topology_is_none(const struct comm *comm)
{
    return comm->plain || (comm->made_by == NULL && !comm->opaque);
}

bool topology_is_of(const struct topology *topology, uint16_t constructor)
{
    return topology->made_as == constructor;
}

uint32_t topology_dimensions(const struct topology *topology)
{
    return topology->dimension_count;
}

int64_t topology_extent(const struct topology *topology, uint32_t dimension,
                        bool *periodic)
{
    *periodic = topology->dimensions[dimension].periodic;
    return topology->dimensions[dimension].size;
}

int64_t topology_part(const struct topology *topology, uint32_t member,
                      const struct array_number *remain_dims)
{
    int64_t below = member, part = 0, count = 1;
    uint32_t i;

    for (i = topology->dimension_count; i-- > 0;) {
        int64_t size = topology->dimensions[i].size;

        if (remain_dims->special != ARRAY_PRESENT || size < 1)
            return 0;
        if (!remains(remain_dims, i)) {
            part += below % size * count;
            count *= size;
        }
        below /= size;
    }
    return part;
}

static void add_graph(struct topology *topology, uint32_t member,
                      const struct call_MPI_Graph_create *graph)
{
    int64_t i, end;

    if (graph->indx.special != ARRAY_PRESENT ||
        graph->edges.special != ARRAY_PRESENT || member >= graph->indx.count)
        return;
    end = graph->indx.items[member];
    for (i = member == 0 ? 0 : graph->indx.items[member - 1];
         i >= 0 && i < end && i < (int64_t)graph->edges.count; i++) {
        edge_add(topology, OUT, member, graph->edges.items[i]);
        edge_add(topology, IN, member, graph->edges.items[i]);
    }
}

/* The edges of MPI_Graph_create as numbers, each from its node, or to it. */
static size_t edge_keys(const struct call_MPI_Graph_create *graph,
                        uint64_t *from, uint64_t *to)
{
    uint64_t node, other;
    int64_t at = 0;
    size_t count = 0;

    for (node = 0; node < graph->indx.count; node++)
        for (; at < graph->indx.items[node] && at < (int64_t)graph->edges.count;
             at++) {
            other = (uint64_t)graph->edges.items[at];
            from[count] = node << 32 | (other & UINT32_MAX);
            to[count++] = (other & UINT32_MAX) << 32 | node;
        }
    return count;
}

static int compare_keys(const void *left, const void *right)
{
    uint64_t one = *(const uint64_t *)left, other = *(const uint64_t *)right;

    return (one > other) - (one < other);
}

/* The first node that another is as often a neighbour of as that is of it not
 * (8.6); -1: the graph is symmetric, or that is not known. */
static int64_t lopsided_node(const struct call_MPI_Graph_create *graph)
{
    size_t room = graph->edges.count + 1, count, i;
    uint64_t *from, *to;
    int64_t node = -1;

    if (graph->indx.special != ARRAY_PRESENT ||
        graph->edges.special != ARRAY_PRESENT)
        return -1;
    from = xcalloc(room, sizeof from[0]);
    to = xcalloc(room, sizeof to[0]);
    count = edge_keys(graph, from, to);
    qsort(from, count, sizeof from[0], compare_keys);
    qsort(to, count, sizeof to[0], compare_keys);
    for (i = 0; i < count && node < 0; i++)
        if (from[i] != to[i])
            node = (int64_t)((from[i] < to[i] ? from[i] : to[i]) >> 32);
    free(from);
    free(to);
    return node;
}

int64_t topology_lopsided(const struct topology *topology)
{
    return topology == NULL ? -1 : topology->lopsided;
}

static void add_distributed(struct topology *topology,
                            const struct call_MPI_Dist_graph_create *graph)
{
    uint32_t i, at = 0;
    int64_t k;

    topology->unordered = true;
    if (graph->sources.special != ARRAY_PRESENT ||
        graph->degrees.special != ARRAY_PRESENT ||
        graph->destinations.special != ARRAY_PRESENT)
        return;
    for (i = 0; i < graph->sources.count && i < graph->degrees.count; i++)
        for (k = 0;
             k < graph->degrees.items[i] && at < graph->destinations.count;
             k++, at++) {
            int64_t source = graph->sources.items[i];
            int64_t destination = graph->destinations.items[at];

            edge_add(topology, OUT, source, destination);
            edge_add(topology, IN, destination, source);
        }
}

static uint16_t kind_of(uint16_t constructor)
{
    switch (constructor) {
    case CALL_MPI_Cart_sub:
        return CALL_MPI_Cart_create;
    case CALL_MPI_Dist_graph_create_adjacent:
        return CALL_MPI_Dist_graph_create;
    default:
        return constructor;
    }
}

void topology_join(struct comm *made, const struct topology *parent,
                   uint32_t old_member, uint32_t member,
                   const struct call *call, const struct new_comm *told)
{
    const struct call_MPI_Dist_graph_create_adjacent *adjacent =
        CALL_VIEW(call, MPI_Dist_graph_create_adjacent);
    uint16_t base = call->info->base;
    struct topology *topology;

    if (base != CALL_MPI_Cart_create && base != CALL_MPI_Cart_sub &&
        base != CALL_MPI_Graph_create && base != CALL_MPI_Dist_graph_create &&
        base != CALL_MPI_Dist_graph_create_adjacent) {
        made->plain = true;
        return;
    }
    if (made->topology == NULL)
        made->topology = topology_new(comm_size(made));
    topology = made->topology;
    topology->made_as = kind_of(base);
    topology->joined++;
    if (told->neighbors_in >= 0 && told->neighbors_out >= 0)
        topology->told[member] =
            (struct told){true,
                          {[OUT] = {told->neighbors_out, told->nobody},
                           [IN] = {told->neighbors_in, told->nobody}}};
    if (base == CALL_MPI_Cart_create || base == CALL_MPI_Cart_sub) {
        if (base == CALL_MPI_Cart_create)
            set_grid(topology, CALL_VIEW(call, MPI_Cart_create));
        else
            set_part(topology, parent,
                     &CALL_VIEW(call, MPI_Cart_sub)->remain_dims);
        add_grid(topology, member);
    } else if (base == CALL_MPI_Graph_create) {
        if (topology->joined == 1)
            topology->lopsided =
                lopsided_node(CALL_VIEW(call, MPI_Graph_create));
        add_graph(topology, member, CALL_VIEW(call, MPI_Graph_create));
    } else if (base == CALL_MPI_Dist_graph_create)
        add_distributed(topology, CALL_VIEW(call, MPI_Dist_graph_create));
    else {
        add_all(topology, OUT, old_member, &adjacent->destinations);
        add_all(topology, IN, old_member, &adjacent->sources);
    }
}

/* ------------------------------------------------------------------ edges */

/* One outgoing edge, in the list of those to one receiver. */
struct arrow {
    uint32_t from, index;
    uint32_t next; /* + 1; 0: the last */
};

/* Where the receiver has the edges that come to it. */
static void link_to(struct topology *topology, uint32_t receiver,
                    const struct arrow *arrows, uint32_t first,
                    uint32_t *places)
{
    const struct edges *in = &topology->edges[IN][receiver];
    uint32_t i;

    for (i = 0; i < in->count; i++)
        if (in->ranks[i] >= 0) {
            uint32_t *place = &places[in->ranks[i]];

            *place = *place == NO_INDEX ? i : SEVERAL;
        }
    for (i = first; i != 0; i = arrows[i - 1].next) {
        const struct arrow *arrow = &arrows[i - 1];
        struct edges *out = &topology->edges[OUT][arrow->from];

        out->indices[arrow->index] = places[arrow->from];
    }
    for (i = 0; i < in->count; i++)
        if (in->ranks[i] >= 0)
            places[in->ranks[i]] = NO_INDEX;
}

static void link_all(struct topology *topology)
{
    uint32_t *firsts = xcalloc(topology->size, sizeof firsts[0]);
    uint32_t *places = xcalloc(topology->size, sizeof places[0]);
    struct arrow *arrows;
    uint32_t count = 0, i, k;

    for (i = 0; i < topology->size; i++) {
        places[i] = NO_INDEX;
        count += topology->edges[OUT][i].count;
    }
    arrows = xcalloc((size_t)count + 1, sizeof arrows[0]);
    for (i = 0, count = 0; i < topology->size; i++) {
        struct edges *out = &topology->edges[OUT][i];

        out->indices = xcalloc((size_t)out->count + 1, sizeof out->indices[0]);
        for (k = 0; k < out->count; k++) {
            out->indices[k] = NO_INDEX;
            if (out->ranks[k] < 0)
                continue;
            arrows[count] = (struct arrow){i, k, firsts[out->ranks[k]]};
            firsts[out->ranks[k]] = ++count;
        }
    }
    for (i = 0; i < topology->size; i++)
        link_to(topology, i, arrows, firsts[i], places);
    free(arrows);
    free(places);
    free(firsts);
}

uint32_t topology_degree(const struct topology *topology, uint32_t member,
                         bool outgoing)
{
    return topology == NULL || topology->joined < topology->size ||
                   member >= topology->size
               ? 0
               : topology->edges[outgoing ? OUT : IN][member].count;
}

struct topology_blocks topology_blocks(const struct topology *topology,
                                       uint32_t member, bool outgoing)
{
    if (topology == NULL || member >= topology->size ||
        !topology->told[member].known)
        return (struct topology_blocks){-1, 0};
    return topology->told[member].blocks[outgoing ? OUT : IN];
}

bool topology_edge(struct topology *topology, uint32_t member, uint32_t index,
                   uint32_t *to, uint32_t *to_index)
{
    const struct edges *out = &topology->edges[OUT][member];

    if (out->ranks[index] < 0)
        return false;
    if (out->indices == NULL)
        link_all(topology);
    *to = (uint32_t)out->ranks[index];
    /* What is sent downwards comes from above, also where both are one. */
    *to_index = topology->is_grid ? index ^ 1 : out->indices[index];
    if (*to_index == NO_INDEX)
        return false;
    if (topology->unordered)
        *to_index = TOPOLOGY_SOME;
    return true;
}
