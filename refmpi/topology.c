/* topology.c - virtual topologies of communicators. */
#include "topology.h"
#include "comm.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static int *copy_ints(const int *from, int count)
{
    int *copy = calloc((size_t)count + 1, sizeof *copy);
    if (copy && from && count > 0)
        memcpy(copy, from, (size_t)count * sizeof *copy);
    return copy;
}

void refmpi_topology_free(struct topology *topology)
{
    if (!topology)
        return;
    free(topology->first);
    free(topology->second);
    free(topology->third);
    free(topology->fourth);
    free(topology);
}

struct topology *refmpi_topology_new(int kind, int count, int edge_count,
                                     const int *first, const int *second,
                                     const int *third, const int *fourth)
{
    struct topology *topology = calloc(1, sizeof *topology);
    if (!topology)
        return NULL;
    int seconds = kind == MPI_CART ? count : edge_count;
    topology->kind = kind;
    topology->count = count;
    topology->edge_count = edge_count;
    topology->first = copy_ints(first, count);
    topology->second = copy_ints(second, seconds);
    topology->third = copy_ints(third, count);
    topology->fourth = copy_ints(fourth, seconds);
    if (topology->first && topology->second && topology->third &&
        topology->fourth)
        return topology;
    refmpi_topology_free(topology);
    return NULL;
}

struct topology *refmpi_topology_copy(const struct topology *topology)
{
    if (!topology)
        return NULL;
    struct topology *copy = refmpi_topology_new(
        topology->kind, topology->count, topology->edge_count, topology->first,
        topology->second, topology->third, topology->fourth);
    if (copy)
        copy->is_weighted = topology->is_weighted;
    return copy;
}

int refmpi_topology_of(MPI_Comm handle, int kind, struct comm **comm)
{
    *comm = refmpi_comm_from(handle);
    if (!*comm)
        return MPI_ERR_COMM;
    if (!(*comm)->topology || (*comm)->topology->kind != kind)
        return MPI_ERR_TOPOLOGY;
    return MPI_SUCCESS;
}

int PMPI_Topo_test(MPI_Comm comm, int *status)
{
    refmpi_enter("MPI_Topo_test");
    struct comm *c = refmpi_comm_from(comm);
    if (!c || !status)
        return refmpi_leave_comm(c, c ? MPI_ERR_ARG : MPI_ERR_COMM);
    *status = c->topology ? c->topology->kind : MPI_UNDEFINED;
    return refmpi_leave_comm(c, MPI_SUCCESS);
}
REFMPI_ALIAS(Topo_test)

/* --------------------------------------------------------------- cartesian */

/* Number of positions in a grid, or -1 if it is not a grid. */
static int grid_size(int ndims, const int dims[])
{
    int64_t size = 1;
    for (int i = 0; i < ndims; i++) {
        if (dims[i] <= 0 || (size *= dims[i]) > INT_MAX)
            return -1;
    }
    return (int)size;
}

static void rank_to_coords(const struct topology *grid, int rank, int coords[],
                           int count)
{
    for (int i = grid->count - 1; i >= 0; i--) {
        if (i < count)
            coords[i] = rank % grid->first[i];
        rank /= grid->first[i];
    }
}

/* A coordinate outside of a dimension that is not periodic gives
 * MPI_PROC_NULL. */
static int coords_to_rank(const struct topology *grid, const int coords[])
{
    int rank = 0;
    for (int i = 0; i < grid->count; i++) {
        int size = grid->first[i];
        int at = coords[i];
        if (at < 0 || at >= size) {
            if (!grid->second[i])
                return MPI_PROC_NULL;
            at = (at % size + size) % size;
        }
        rank = rank * size + at;
    }
    return rank;
}

/* The first of the ranks in the communicator get a place in the grid. */
static int grid_create(struct comm *comm, int ndims, const int dims[],
                       const int periods[], struct comm **newcomm)
{
    int size = grid_size(ndims, dims);
    if (size < 0 || size > comm->size)
        return size < 0 ? MPI_ERR_DIMS : MPI_ERR_ARG;
    bool is_in = comm->rank < size;
    struct comm *made = NULL;
    int rc =
        refmpi_comm_split(comm, is_in ? 0 : MPI_UNDEFINED, comm->rank, &made);
    if (rc != MPI_SUCCESS || !is_in) {
        *newcomm = NULL;
        return rc;
    }
    made->topology =
        refmpi_topology_new(MPI_CART, ndims, 0, dims, periods, dims, NULL);
    if (!made->topology) {
        refmpi_comm_release(made);
        return MPI_ERR_NO_MEM;
    }
    rank_to_coords(made->topology, made->rank, made->topology->third, ndims);
    *newcomm = made;
    return MPI_SUCCESS;
}

int PMPI_Cart_create(MPI_Comm comm_old, int ndims, const int dims[],
                     const int periods[], int reorder, MPI_Comm *comm_cart)
{
    refmpi_enter("MPI_Cart_create");
    (void)reorder;
    struct comm *comm = refmpi_comm_from(comm_old);
    struct comm *made = NULL;
    int rc = MPI_SUCCESS;
    if (!comm || comm->remote)
        rc = MPI_ERR_COMM;
    else if (ndims < 0)
        rc = MPI_ERR_DIMS;
    else if (!comm_cart || (ndims > 0 && (!dims || !periods)))
        rc = MPI_ERR_ARG;
    else
        rc = grid_create(comm, ndims, dims, periods, &made);
    if (rc == MPI_SUCCESS)
        *comm_cart = refmpi_comm_handle(made);
    return refmpi_leave_comm(comm, rc);
}
REFMPI_ALIAS(Cart_create)

int PMPI_Cartdim_get(MPI_Comm comm, int *ndims)
{
    refmpi_enter("MPI_Cartdim_get");
    struct comm *c;
    int rc = refmpi_topology_of(comm, MPI_CART, &c);
    if (rc == MPI_SUCCESS && !ndims)
        rc = MPI_ERR_ARG;
    if (rc == MPI_SUCCESS)
        *ndims = c->topology->count;
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Cartdim_get)

int PMPI_Cart_get(MPI_Comm comm, int maxdims, int dims[], int periods[],
                  int coords[])
{
    refmpi_enter("MPI_Cart_get");
    struct comm *c;
    int rc = refmpi_topology_of(comm, MPI_CART, &c);
    if (rc == MPI_SUCCESS &&
        (maxdims < 0 || (maxdims > 0 && (!dims || !periods || !coords))))
        rc = MPI_ERR_ARG;
    for (int i = 0; rc == MPI_SUCCESS && i < c->topology->count && i < maxdims;
         i++) {
        dims[i] = c->topology->first[i];
        periods[i] = c->topology->second[i] != 0;
        coords[i] = c->topology->third[i];
    }
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Cart_get)

int PMPI_Cart_rank(MPI_Comm comm, const int coords[], int *rank)
{
    refmpi_enter("MPI_Cart_rank");
    struct comm *c;
    int rc = refmpi_topology_of(comm, MPI_CART, &c);
    if (rc == MPI_SUCCESS && (!rank || (c->topology->count > 0 && !coords)))
        rc = MPI_ERR_ARG;
    if (rc == MPI_SUCCESS) {
        int found = coords_to_rank(c->topology, coords);
        if (found == MPI_PROC_NULL)
            rc = MPI_ERR_ARG;
        else
            *rank = found;
    }
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Cart_rank)

int PMPI_Cart_coords(MPI_Comm comm, int rank, int maxdims, int coords[])
{
    refmpi_enter("MPI_Cart_coords");
    struct comm *c;
    int rc = refmpi_topology_of(comm, MPI_CART, &c);
    if (rc == MPI_SUCCESS && (rank < 0 || rank >= c->size))
        rc = MPI_ERR_RANK;
    else if (rc == MPI_SUCCESS && (maxdims < 0 || (maxdims > 0 && !coords)))
        rc = MPI_ERR_ARG;
    if (rc == MPI_SUCCESS)
        rank_to_coords(c->topology, rank, coords, maxdims);
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Cart_coords)

/* The rank so many steps along a dimension. */
static int step(struct comm *comm, int direction, int disp)
{
    struct topology *grid = comm->topology;
    int own = grid->third[direction];
    grid->third[direction] = own + disp;
    int rank = coords_to_rank(grid, grid->third);
    grid->third[direction] = own;
    return rank;
}

int PMPI_Cart_shift(MPI_Comm comm, int direction, int disp, int *rank_source,
                    int *rank_dest)
{
    refmpi_enter("MPI_Cart_shift");
    struct comm *c;
    int rc = refmpi_topology_of(comm, MPI_CART, &c);
    if (rc == MPI_SUCCESS && (direction < 0 || direction >= c->topology->count))
        rc = MPI_ERR_DIMS;
    else if (rc == MPI_SUCCESS && (!rank_source || !rank_dest))
        rc = MPI_ERR_ARG;
    if (rc == MPI_SUCCESS) {
        *rank_source = step(c, direction, -disp);
        *rank_dest = step(c, direction, disp);
    }
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Cart_shift)

int PMPI_Cart_map(MPI_Comm comm, int ndims, const int dims[],
                  const int periods[], int *newrank)
{
    refmpi_enter("MPI_Cart_map");
    struct comm *c = refmpi_comm_from(comm);
    int rc = MPI_SUCCESS;
    if (!c)
        rc = MPI_ERR_COMM;
    else if (ndims < 0 || (ndims > 0 && (!dims || !periods)) || !newrank)
        rc = MPI_ERR_ARG;
    int size = rc == MPI_SUCCESS ? grid_size(ndims, dims) : 0;
    if (rc == MPI_SUCCESS && (size < 0 || size > c->size))
        rc = MPI_ERR_DIMS;
    if (rc == MPI_SUCCESS)
        *newrank = c->rank < size ? c->rank : MPI_UNDEFINED;
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Cart_map)

/* The slice through the own position along the dimensions that remain. */
static int slice(struct comm *comm, const int remain[], struct comm **newcomm)
{
    struct topology *grid = comm->topology;
    struct topology *part =
        refmpi_topology_new(MPI_CART, grid->count, 0, NULL, NULL, NULL, NULL);
    if (!part)
        return MPI_ERR_NO_MEM;
    part->count = 0;
    int color = 0, key = 0;
    for (int i = 0; i < grid->count; i++) {
        if (!remain[i]) {
            color = color * grid->first[i] + grid->third[i];
            continue;
        }
        key = key * grid->first[i] + grid->third[i];
        part->first[part->count] = grid->first[i];
        part->second[part->count] = grid->second[i];
        part->third[part->count++] = grid->third[i];
    }
    struct comm *made;
    int rc = refmpi_comm_split(comm, color, key, &made);
    if (rc != MPI_SUCCESS) {
        refmpi_topology_free(part);
        return rc;
    }
    made->topology = part;
    *newcomm = made;
    return MPI_SUCCESS;
}

int PMPI_Cart_sub(MPI_Comm comm, const int remain_dims[], MPI_Comm *newcomm)
{
    refmpi_enter("MPI_Cart_sub");
    struct comm *c;
    struct comm *made = NULL;
    int rc = refmpi_topology_of(comm, MPI_CART, &c);
    if (rc == MPI_SUCCESS &&
        (!newcomm || (c->topology->count > 0 && !remain_dims)))
        rc = MPI_ERR_ARG;
    if (rc == MPI_SUCCESS)
        rc = slice(c, remain_dims, &made);
    if (rc == MPI_SUCCESS)
        *newcomm = refmpi_comm_handle(made);
    return refmpi_leave_comm(c, rc);
}
REFMPI_ALIAS(Cart_sub)

/* The divisors of n, rising, then 0; the caller frees them. NULL: no memory. */
static int *divisors_of(int n)
{
    int pairs = 0, found = 0;
    for (int d = 1; d <= n / d; d++)
        pairs += n % d == 0;
    int *divisors = calloc(2 * (size_t)pairs + 1, sizeof *divisors);
    for (int d = 1; divisors && d <= n / d; d++)
        if (n % d == 0)
            divisors[found++] = d;
    for (int i = found - 1; i >= 0; i--)
        if (n / divisors[i] > divisors[i])
            divisors[found++] = n / divisors[i];
    return divisors;
}

static double power(int base, int exponent, int enough)
{
    double result = 1;
    for (int i = 0; i < exponent && result <= enough; i++)
        result *= base;
    return result;
}

/*
 * n as so many factors from least to most, none of which is larger than the one
 * before: the first as small as can be, then the second, and so on. divisors
 * are those of a multiple of n. False: there are none.
 */
static bool factorize(int n, int count, int least, int most,
                      const int *divisors, int *factors)
{
    if (count == 0)
        return n == 1;
    for (int i = 0; divisors[i] && divisors[i] <= most && divisors[i] <= n;
         i++) {
        *factors = divisors[i];
        if (*factors >= least && n % *factors == 0 &&
            power(*factors, count, n) >= n &&
            factorize(n / *factors, count - 1, least, *factors, divisors,
                      factors + 1))
            return true;
    }
    return false;
}

/* Fills factors, and uses as many behind them: the smallest and the largest
 * are as close as can be, and if there are several such, as large. */
static void balance(int n, int count, const int *divisors, int *factors)
{
    int *trial = factors + count, middle = 0;
    while (power(divisors[middle], count, n) < n)
        middle++;
    /* The largest is at least that in the middle, the smallest at most. */
    for (int i = middle, spread = INT_MAX;
         i >= 0 && divisors[middle] - divisors[i] < spread; i--) {
        int least = divisors[i];
        if (power(least, count, n) > n ||
            !factorize(n / least, count - 1, least, n, divisors, trial))
            continue;
        trial[count - 1] = least;
        if (trial[0] - least < spread) {
            spread = trial[0] - least;
            memcpy(factors, trial, (size_t)count * sizeof *factors);
        }
    }
}

static int choose_dims(int nnodes, int ndims, int dims[])
{
    int fixed = 1, open = 0;
    for (int i = 0; i < ndims; i++) {
        if (dims[i] < 0 || (dims[i] > 0 && fixed > nnodes / dims[i]))
            return MPI_ERR_DIMS;
        if (dims[i] > 0)
            fixed *= dims[i];
        open += dims[i] == 0;
    }
    if (nnodes % fixed != 0 || (open == 0 && fixed != nnodes))
        return MPI_ERR_DIMS;
    if (open == 0)
        return MPI_SUCCESS;
    int n = nnodes / fixed;
    int *factors = malloc(2 * (size_t)open * sizeof *factors);
    int *divisors = divisors_of(n);
    int rc = factors && divisors ? MPI_SUCCESS : MPI_ERR_NO_MEM;
    if (rc == MPI_SUCCESS)
        balance(n, open, divisors, factors);
    for (int i = 0, next = 0; rc == MPI_SUCCESS && i < ndims; i++)
        if (dims[i] == 0)
            dims[i] = factors[next++];
    free(divisors);
    free(factors);
    return rc;
}

int PMPI_Dims_create(int nnodes, int ndims, int dims[])
{
    refmpi_enter_any("MPI_Dims_create");
    int rc = MPI_SUCCESS;
    if (nnodes <= 0 || ndims < 0 || (ndims > 0 && !dims))
        rc = ndims < 0 ? MPI_ERR_DIMS : MPI_ERR_ARG;
    else if (ndims > 0)
        rc = choose_dims(nnodes, ndims, dims);
    return refmpi_leave_comm(NULL, rc);
}
REFMPI_ALIAS(Dims_create)
