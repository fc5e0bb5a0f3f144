/* np: 1 2 4 6 */
/*
 * Neighbourhood collectives on grids, periodic and not, where both neighbours
 * of a dimension may be one process, and on a ring as a distributed graph.
 */
#include "check.h"

static void grid(int periodic)
{
    int dims[2] = {0, 0}, periods[2], coords[2], rank, up, down;
    int send[4], recv[4], all[4];
    MPI_Comm cart;
    MPI_Request request;

    periods[0] = periods[1] = periodic;
    MPI_Dims_create(world_size(), 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &cart);
    MPI_Comm_rank(cart, &rank);
    MPI_Cart_coords(cart, rank, 2, coords);
    for (int i = 0; i < 4; i++) {
        send[i] = rank * 10 + i;
        recv[i] = all[i] = -1;
    }
    MPI_Neighbor_alltoall(send, 1, MPI_INT, recv, 1, MPI_INT, cart);
    MPI_Ineighbor_allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, cart, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int d = 0; d < 2; d++) {
        MPI_Cart_shift(cart, d, 1, &down, &up);
        /* What the one below sent up comes in from below. */
        CHECK(recv[2 * d] ==
              (down == MPI_PROC_NULL ? -1 : down * 10 + 2 * d + 1));
        CHECK(recv[2 * d + 1] == (up == MPI_PROC_NULL ? -1 : up * 10 + 2 * d));
        CHECK(all[2 * d] == (down == MPI_PROC_NULL ? -1 : down));
        CHECK(all[2 * d + 1] == (up == MPI_PROC_NULL ? -1 : up));
    }
    MPI_Comm_free(&cart);
}

/* Rank r sends r + 1 numbers to the next, and gets those of the one before. */
static void ring(void)
{
    int rank = world_rank(), size = world_size();
    int before = (rank + size - 1) % size, after = (rank + 1) % size;
    int send[8], recv[8], sendcount = rank + 1, recvcount = before + 1,
                          zero = 0;
    MPI_Aint none = 0;
    MPI_Datatype type = MPI_INT;
    MPI_Comm graph;

    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &before, MPI_UNWEIGHTED,
                                   1, &after, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                   &graph);
    for (int i = 0; i < 8; i++) {
        send[i] = rank * 100 + i;
        recv[i] = -1;
    }
    MPI_Neighbor_alltoallv(send, &sendcount, &zero, MPI_INT, recv, &recvcount,
                           &zero, MPI_INT, graph);
    for (int i = 0; i < 8; i++)
        CHECK(recv[i] == (i <= before ? before * 100 + i : -1));
    recv[0] = -1;
    MPI_Neighbor_alltoallw(send, &sendcount, &none, &type, recv, &recvcount,
                           &none, &type, graph);
    CHECK(recv[0] == before * 100);
    recv[0] = -1;
    MPI_Neighbor_allgatherv(send, sendcount, MPI_INT, recv, &recvcount, &zero,
                            MPI_INT, graph);
    CHECK(recv[0] == before * 100);
    MPI_Comm_free(&graph);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    grid(0);
    grid(1);
    ring();
    MPI_Finalize();
    return 0;
}
