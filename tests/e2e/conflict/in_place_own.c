/*
 * With MPI_IN_PLACE a process's own part stays where it is: it is neither
 * stored nor loaded (MPI-4.1 6.5 to 6.7).
 *
 * np: 3
 * verdict: clean
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
        MPI_Get(values, 1, MPI_INT, 0, 8 + 2 * 0, 1, MPI_INT, win);
        MPI_Put(values + 1, 1, MPI_INT, 0, 16 + 2 * 0, 1, MPI_INT, win);
        MPI_Get(values + 2, 1, MPI_INT, 0, 24 + 2 * 0, 1, MPI_INT, win);
        MPI_Get(values + 3, 1, MPI_INT, 0, 32, 1, MPI_INT, win);
    }
    MPI_Gather(OTHERS, 2, MPI_INT, base + 8, 2, MPI_INT, 0,
               MPI_COMM_WORLD);
    MPI_Scatter(base + 16, 2, MPI_INT, OTHERS, 2, MPI_INT, 0,
                MPI_COMM_WORLD);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_INT, base + 24, 2, MPI_INT,
                  MPI_COMM_WORLD);
    MPI_Gatherv(OTHERS, 2, MPI_INT, base + 32, counts, displacements, MPI_INT,
                0, MPI_COMM_WORLD);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
