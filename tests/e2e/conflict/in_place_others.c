/*
 * With MPI_IN_PLACE what comes from others is stored, and what goes to them
 * is loaded, while another process accesses it.
 *
 * np: 3
 * verdict: error
 * finding: RMA-LOCAL-CONFLICT get=1@gathered store=0@gather
 * finding: RMA-LOCAL-CONFLICT put=1@scattered load=0@scatter
 * finding: RMA-LOCAL-CONFLICT get=1@all store=0@allgather
 * finding: RMA-LOCAL-CONFLICT put=1@own load=0@allgather
 * twin: in_place_own.c
 */
#include <mpi.h>

#define OTHERS (rank == 0 ? MPI_IN_PLACE : numbers)

int main(int argc, char **argv)
{
    int rank, values[4] = {9, 9, 9, 9}, numbers[2] = {1, 2}, *base;
    int counts[3] = {2, 2, 2}, displacements[3] = {0, 2, 4};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &base, &win);
    for (int i = 0; i < 64; i++)
        base[i] = i;
    MPI_Win_fence(0, win);
    if (rank == 1) {
        MPI_Get(values, 1, MPI_INT, 0, 8 + 2 * 1, 1, MPI_INT, win); /* @gathered */
        MPI_Put(values + 1, 1, MPI_INT, 0, 16 + 2 * 1, 1, MPI_INT, win); /* @scattered */
        MPI_Get(values + 2, 1, MPI_INT, 0, 24 + 2 * 1, 1, MPI_INT, win); /* @all */
        MPI_Put(values + 3, 1, MPI_INT, 0, 24, 1, MPI_INT, win); /* @own */
    }
    MPI_Gather(OTHERS, 2, MPI_INT, base + 8, 2, MPI_INT, 0, /* @gather */
               MPI_COMM_WORLD);
    MPI_Scatter(base + 16, 2, MPI_INT, OTHERS, 2, MPI_INT, 0, /* @scatter */
                MPI_COMM_WORLD);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, base + 24, 2, MPI_INT, /* @allgather */
                  MPI_COMM_WORLD);
    MPI_Gatherv(OTHERS, 2, MPI_INT, base + 32, counts, displacements, MPI_INT,
                0, MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
