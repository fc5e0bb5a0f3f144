/*
 * model_argument_topology.c - arguments that do not go with a grid or graph
 * (MPI-4.1 8.5, 8.6).
 */
#include "model_argument.h"
#include "model_channel.h"
#include "model_topology.h"

static const struct call_parameter *parameter_at(const struct look *look,
                                                 int index)
{
    return &look->call->info->parameters[index];
}

/* How many processes a grid of so many in each dimension has, but for those
 * that are 0 where `free`; -1: it is none.  Too many are INT64_MAX. */
static int64_t grid_size(const struct array_number *dims, bool free)
{
    int64_t product = 1;
    uint32_t i;

    if (dims->special != ARRAY_PRESENT)
        return -1;
    for (i = 0; i < dims->count; i++) {
        int64_t size = dims->items[i] == 0 && free ? 1 : dims->items[i];

        if (size < 0)
            return -1;
        if (size == 0)
            return 0;
        if (__builtin_mul_overflow(product, size, &product))
            product = INT64_MAX;
    }
    return product;
}

/* MPI-4.1 8.5.1, 8.5.3: no larger than the group. */
static void look_at_size(const struct look *look, int index, int64_t item,
                         int64_t size)
{
    const struct comm *comm = look->comm;

    if (comm != NULL && comm->groups[1] == NULL && comm->groups[0]->size >= 0 &&
        size > comm->groups[0]->size)
        argument_raise(look, ARGUMENT_GRID_SIZE, parameter_at(look, index),
                       item, NULL, size);
}

/* Of a dimension without a process the standard does not say what becomes: some
 * MPIs refuse it, others return no communicator. */
static void look_at_dimensions(const struct look *look,
                               const struct array_number *dims)
{
    uint32_t i;

    if (dims->special == ARRAY_PRESENT)
        for (i = 0; i < dims->count; i++)
            if (dims->items[i] == 0) {
                argument_raise(look, ARGUMENT_NO_GRID, parameter_at(look, 2), i,
                               NULL, -1);
                return;
            }
}

/* MPI-4.1 8.5.2; what remains is to have a free dimension. */
static void look_at_multiple(const struct look *look)
{
    const struct call_MPI_Dims_create *view =
        CALL_VIEW(look->call, MPI_Dims_create);
    int64_t product = grid_size(&view->dims, true);
    bool any_free = grid_size(&view->dims, false) == 0;

    if (product < 0 || view->ndims < 0)
        return; /* told */
    if (view->nnodes > 0 && view->nnodes % product != 0)
        argument_raise(look, ARGUMENT_NO_MULTIPLE, parameter_at(look, 0), -1,
                       NULL, product);
    else if (view->nnodes < 1 || (!any_free && view->nnodes != product))
        argument_raise(look, ARGUMENT_NO_GRID, parameter_at(look, 0), -1, NULL,
                       -1);
}

/* MPI-4.1 8.5.3: the number of neighbours of the first i nodes. */
static void look_at_index(const struct look *look)
{
    const struct array_number *indx =
        &CALL_VIEW(look->call, MPI_Graph_create)->indx;
    int64_t before = 0;
    uint32_t i;

    if (indx->special != ARRAY_PRESENT)
        return;
    for (i = 0; i < indx->count; i++) {
        if (indx->items[i] < before) {
            argument_raise(look, ARGUMENT_GRAPH_INDEX, parameter_at(look, 2), i,
                           NULL, before);
            return;
        }
        before = indx->items[i];
    }
}

/* MPI-4.1 8.5.5: beyond a dimension only where that is periodic. */
static void look_at_coords(const struct look *look,
                           const struct topology *topology)
{
    const struct array_number *coords =
        &CALL_VIEW(look->call, MPI_Cart_rank)->coords;
    uint32_t i;

    if (coords->special != ARRAY_PRESENT)
        return;
    for (i = 0; i < coords->count && i < topology_dimensions(topology); i++) {
        bool periodic;
        int64_t size = topology_extent(topology, i, &periodic);

        if (!periodic && (coords->items[i] < 0 || coords->items[i] >= size)) {
            argument_raise(look, ARGUMENT_BEYOND_GRID, parameter_at(look, 1), i,
                           NULL, size);
            return;
        }
    }
}

/* MPI-4.1 8.5.6 */
static void look_at_direction(const struct look *look,
                              const struct topology *topology)
{
    int64_t direction = CALL_VIEW(look->call, MPI_Cart_shift)->direction;
    uint32_t count = topology_dimensions(topology);

    if (direction < 0 || direction >= (int64_t)count)
        argument_raise(look, ARGUMENT_BEYOND_GRID, parameter_at(look, 1), -1,
                       NULL, count);
}

/* Which constructor makes the topology that the call needs: CALL_COUNT: any;
 * false: it needs none. */
static bool needs(const struct call_info *info, uint16_t *constructor)
{
    switch (info->base) {
    case CALL_MPI_Cart_coords:
    case CALL_MPI_Cart_get:
    case CALL_MPI_Cart_rank:
    case CALL_MPI_Cart_shift:
    case CALL_MPI_Cart_sub:
    case CALL_MPI_Cartdim_get:
        *constructor = CALL_MPI_Cart_create;
        return true;
    case CALL_MPI_Graph_get:
    case CALL_MPI_Graph_neighbors:
    case CALL_MPI_Graph_neighbors_count:
    case CALL_MPI_Graphdims_get:
        *constructor = CALL_MPI_Graph_create;
        return true;
    case CALL_MPI_Dist_graph_neighbors:
    case CALL_MPI_Dist_graph_neighbors_count:
        *constructor = CALL_MPI_Dist_graph_create;
        return true;
    default:
        *constructor = CALL_COUNT;
        return collective_pattern(info) == EXCHANGE_NEIGHBORS;
    }
}

static const struct call_parameter *comm_parameter(const struct look *look)
{
    int i;

    for (i = 0; parameter_at(look, i)->kind != KIND_COMM; i++)
        ;
    return parameter_at(look, i);
}

static void look_at_inquiry(const struct look *look)
{
    const struct call_info *info = look->call->info;
    const struct topology *topology =
        look->comm == NULL ? NULL : look->comm->topology;
    uint16_t constructor;

    if (look->comm == NULL || !needs(info, &constructor))
        return;
    if (topology == NULL ? topology_is_none(look->comm)
                         : constructor != CALL_COUNT &&
                               !topology_is_of(topology, constructor)) {
        argument_raise(look, ARGUMENT_NO_TOPOLOGY, comm_parameter(look), -1,
                       NULL, -1);
    } else if (constructor == CALL_COUNT && topology_lopsided(topology) >= 0) {
        argument_raise(look, ARGUMENT_LOPSIDED, comm_parameter(look), -1, NULL,
                       topology_lopsided(topology));
    } else if (topology_is_grid(topology)) {
        if (info->base == CALL_MPI_Cart_rank)
            look_at_coords(look, topology);
        else if (info->base == CALL_MPI_Cart_shift)
            look_at_direction(look, topology);
    }
}

void argument_topology(const struct look *look)
{
    const struct call *call = look->call;
    const struct array_number *dims;

    switch (call->info->base) {
    case CALL_MPI_Cart_create:
        dims = &CALL_VIEW(call, MPI_Cart_create)->dims;
        look_at_size(look, 2, (int64_t)dims->count - 1, grid_size(dims, false));
        look_at_dimensions(look, dims);
        break;
    case CALL_MPI_Cart_map:
        look_at_dimensions(look, &CALL_VIEW(call, MPI_Cart_map)->dims);
        break;
    case CALL_MPI_Graph_create:
        look_at_size(look, 1, -1, CALL_VIEW(call, MPI_Graph_create)->nnodes);
        look_at_index(look);
        break;
    case CALL_MPI_Graph_map:
        look_at_index(look);
        break;
    case CALL_MPI_Dims_create:
        look_at_multiple(look);
        break;
    default:
        look_at_inquiry(look);
    }
}
