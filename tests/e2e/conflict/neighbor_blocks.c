/*
 * A neighbour's second block comes to where another process puts.
 *
 * np: 3
 * verdict: error
 * finding: RMA-LOCAL-CONFLICT put=1@put store=0@gather
 * finding: RMA-LOCAL-CONFLICT put=1@sent load=0@alltoall
 * twin: neighbor_blocks_apart.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 9, size = 3, periodic = 1, *base;
    MPI_Comm grid;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &periodic, 0, &grid);
    MPI_Comm_rank(grid, &rank);
    MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL, grid, &base,
                     &win);
    for (int i = 0; i < 64; i++)
        base[i] = i;
    MPI_Win_fence(0, win);
    if (rank == 1) {
        MPI_Put(&value, 1, MPI_INT, 0, 35, 1, MPI_INT, win); /* @put */
        MPI_Put(&value, 1, MPI_INT, 0, 11, 1, MPI_INT, win); /* @sent */
    }
    MPI_Neighbor_allgather(base + 16, 2, MPI_INT, base + 32, 2, MPI_INT, /* @gather */
                           grid);
    MPI_Neighbor_alltoall(base + 8, 2, MPI_INT, base + 40, 2, MPI_INT, /* @alltoall */
                          grid);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
