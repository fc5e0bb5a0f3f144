/* Neighbourhood collectives: one round with the neighbours of a topology. */
#include "coll_call.h"
#include "topology.h"

#include <stdlib.h>

/* Whom a process receives from and sends to, in the order of the buffers. */
struct neighbors {
    int source_count;
    int destination_count;
    int *sources;
    int *destinations;
    bool is_grid;
};

/* The rank one step down or up along a dimension, or MPI_PROC_NULL. */
static int grid_neighbor(const struct topology *grid, int rank, int dimension,
                         int step)
{
    int size = grid->first[dimension];
    int from = grid->third[dimension];
    int to = from + step;
    int stride = 1;

    for (int i = dimension + 1; i < grid->count; i++)
        stride *= grid->first[i];
    if (to < 0 || to >= size) {
        if (!grid->second[dimension])
            return MPI_PROC_NULL;
        to = (to + size) % size;
    }
    return rank + (to - from) * stride;
}

static int grid_neighbors(const struct comm *comm, struct neighbors *neighbors)
{
    int dimensions = comm->topology->count;
    int *ranks = malloc((2 * (size_t)dimensions + 1) * sizeof(*ranks));

    if (ranks == NULL)
        return MPI_ERR_NO_MEM;
    for (int i = 0; i < dimensions; i++) {
        ranks[2 * i] = grid_neighbor(comm->topology, comm->rank, i, -1);
        ranks[2 * i + 1] = grid_neighbor(comm->topology, comm->rank, i, 1);
    }
    *neighbors =
        (struct neighbors){2 * dimensions, 2 * dimensions, ranks, ranks, true};
    return MPI_SUCCESS;
}

/* For a grid the arrays are new, and freed by drop_neighbors. */
static int find_neighbors(const struct comm *comm, struct neighbors *neighbors)
{
    const struct topology *topology = comm->topology;
    int first;

    if (topology == NULL)
        return MPI_ERR_TOPOLOGY;
    if (topology->kind == MPI_CART)
        return grid_neighbors(comm, neighbors);
    if (topology->kind == MPI_DIST_GRAPH) {
        *neighbors =
            (struct neighbors){topology->count, topology->edge_count,
                               topology->first, topology->second, false};
        return MPI_SUCCESS;
    }
    first = comm->rank == 0 ? 0 : topology->first[comm->rank - 1];
    neighbors->source_count = topology->first[comm->rank] - first;
    neighbors->destination_count = neighbors->source_count;
    neighbors->sources = neighbors->destinations = topology->second + first;
    neighbors->is_grid = false;
    return MPI_SUCCESS;
}

static void drop_neighbors(struct neighbors *neighbors)
{
    if (neighbors->is_grid)
        free(neighbors->sources);
}

/*
 * The i-th message to go out. In a grid what is sent up arrives from below:
 * where both neighbours of a dimension are one process, the message up must
 * go first, for the receive from below is posted first.
 */
static int send_order(const struct neighbors *neighbors, int i)
{
    return neighbors->is_grid ? i ^ 1 : i;
}

static int plan_exchange(struct schedule *schedule,
                         const struct refmpi_spread *send,
                         const struct refmpi_spread *recv,
                         const struct neighbors *neighbors)
{
    struct comm *comm = refmpi_schedule_comm(schedule);
    struct refmpi_block_of block;
    int rc;

    if (send->base == MPI_IN_PLACE || recv->base == MPI_IN_PLACE)
        return MPI_ERR_BUFFER;
    for (int i = 0; i < neighbors->source_count; i++) {
        rc = refmpi_spread_block(recv, i, &block);
        if (rc != MPI_SUCCESS)
            return rc;
        if (neighbors->sources[i] != MPI_PROC_NULL)
            refmpi_schedule_recv(schedule, comm, block.buffer, block.count,
                                 block.type, neighbors->sources[i]);
    }
    for (int i = 0; i < neighbors->destination_count; i++) {
        int to = send_order(neighbors, i);

        rc = refmpi_spread_block(send, to, &block);
        if (rc != MPI_SUCCESS)
            return rc;
        if (neighbors->destinations[to] != MPI_PROC_NULL)
            refmpi_schedule_send(schedule, comm, block.buffer, block.count,
                                 block.type, neighbors->destinations[to]);
    }
    return MPI_SUCCESS;
}

static int plan_neighbor(struct schedule *schedule,
                         const struct refmpi_spread *send,
                         const struct refmpi_spread *recv)
{
    struct neighbors neighbors;
    int rc = find_neighbors(refmpi_schedule_comm(schedule), &neighbors);

    if (rc != MPI_SUCCESS)
        return rc;
    rc = plan_exchange(schedule, send, recv, &neighbors);
    drop_neighbors(&neighbors);
    return rc;
}

REFMPI_COLLECTIVE(Neighbor_allgather, Ineighbor_allgather,
                  Neighbor_allgather_init,
                  plan_neighbor(schedule,
                                REFMPI_ONE(sendbuf, sendcount, sendtype),
                                REFMPI_EVEN(recvbuf, recvcount, recvtype)),
                  const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                  void *recvbuf, int recvcount, MPI_Datatype recvtype, )

REFMPI_COLLECTIVE(Neighbor_allgather_c, Ineighbor_allgather_c,
                  Neighbor_allgather_init_c,
                  plan_neighbor(schedule,
                                REFMPI_ONE(sendbuf, sendcount, sendtype),
                                REFMPI_EVEN(recvbuf, recvcount, recvtype)),
                  const void *sendbuf, MPI_Count sendcount,
                  MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                  MPI_Datatype recvtype, )

REFMPI_COLLECTIVE(
    Neighbor_allgatherv, Ineighbor_allgatherv, Neighbor_allgatherv_init,
    plan_neighbor(schedule, REFMPI_ONE(sendbuf, sendcount, sendtype),
                  REFMPI_V(narrow, recvbuf, recvcounts, displs, recvtype)),
    const void *sendbuf, int sendcount, MPI_Datatype sendtype, void *recvbuf,
    const int recvcounts[], const int displs[], MPI_Datatype recvtype, )

REFMPI_COLLECTIVE(Neighbor_allgatherv_c, Ineighbor_allgatherv_c,
                  Neighbor_allgatherv_init_c,
                  plan_neighbor(schedule,
                                REFMPI_ONE(sendbuf, sendcount, sendtype),
                                REFMPI_V(wide, recvbuf, recvcounts,
                                         (const MPI_Count *)displs, recvtype)),
                  const void *sendbuf, MPI_Count sendcount,
                  MPI_Datatype sendtype, void *recvbuf,
                  const MPI_Count recvcounts[], const MPI_Aint displs[],
                  MPI_Datatype recvtype, )

REFMPI_COLLECTIVE(Neighbor_alltoall, Ineighbor_alltoall, Neighbor_alltoall_init,
                  plan_neighbor(schedule,
                                REFMPI_EVEN(sendbuf, sendcount, sendtype),
                                REFMPI_EVEN(recvbuf, recvcount, recvtype)),
                  const void *sendbuf, int sendcount, MPI_Datatype sendtype,
                  void *recvbuf, int recvcount, MPI_Datatype recvtype, )

REFMPI_COLLECTIVE(Neighbor_alltoall_c, Ineighbor_alltoall_c,
                  Neighbor_alltoall_init_c,
                  plan_neighbor(schedule,
                                REFMPI_EVEN(sendbuf, sendcount, sendtype),
                                REFMPI_EVEN(recvbuf, recvcount, recvtype)),
                  const void *sendbuf, MPI_Count sendcount,
                  MPI_Datatype sendtype, void *recvbuf, MPI_Count recvcount,
                  MPI_Datatype recvtype, )

REFMPI_COLLECTIVE(
    Neighbor_alltoallv, Ineighbor_alltoallv, Neighbor_alltoallv_init,
    plan_neighbor(schedule,
                  REFMPI_V(narrow, sendbuf, sendcounts, sdispls, sendtype),
                  REFMPI_V(narrow, recvbuf, recvcounts, rdispls, recvtype)),
    const void *sendbuf, const int sendcounts[], const int sdispls[],
    MPI_Datatype sendtype, void *recvbuf, const int recvcounts[],
    const int rdispls[], MPI_Datatype recvtype, )

REFMPI_COLLECTIVE(Neighbor_alltoallv_c, Ineighbor_alltoallv_c,
                  Neighbor_alltoallv_init_c,
                  plan_neighbor(schedule,
                                REFMPI_V(wide, sendbuf, sendcounts,
                                         (const MPI_Count *)sdispls, sendtype),
                                REFMPI_V(wide, recvbuf, recvcounts,
                                         (const MPI_Count *)rdispls, recvtype)),
                  const void *sendbuf, const MPI_Count sendcounts[],
                  const MPI_Aint sdispls[], MPI_Datatype sendtype,
                  void *recvbuf, const MPI_Count recvcounts[],
                  const MPI_Aint rdispls[], MPI_Datatype recvtype, )

/* Unlike MPI_Alltoallw these have displacements of MPI_Aint in both forms. */
#define NEIGHBOR_W(width, buffer, numbers, places, datatypes)                  \
    (&(struct refmpi_spread){.kind = REFMPI_SPREAD_W,                          \
                             .base = (buffer),                                 \
                             .counts.width = (numbers),                        \
                             .displs.wide = (const MPI_Count *)(places),       \
                             .types = (datatypes)})

REFMPI_COLLECTIVE(
    Neighbor_alltoallw, Ineighbor_alltoallw, Neighbor_alltoallw_init,
    plan_neighbor(schedule,
                  NEIGHBOR_W(narrow, sendbuf, sendcounts, sdispls, sendtypes),
                  NEIGHBOR_W(narrow, recvbuf, recvcounts, rdispls, recvtypes)),
    const void *sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const int recvcounts[],
    const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], )

REFMPI_COLLECTIVE(
    Neighbor_alltoallw_c, Ineighbor_alltoallw_c, Neighbor_alltoallw_init_c,
    plan_neighbor(schedule,
                  NEIGHBOR_W(wide, sendbuf, sendcounts, sdispls, sendtypes),
                  NEIGHBOR_W(wide, recvbuf, recvcounts, rdispls, recvtypes)),
    const void *sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
    const MPI_Datatype sendtypes[], void *recvbuf, const MPI_Count recvcounts[],
    const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], )
