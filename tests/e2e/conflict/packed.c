/*
 * Data are packed into a window, and unpacked from it, where another process puts
 * meanwhile.
 *
 * np: 2
 * verdict: error
 * finding: RMA-LOCAL-CONFLICT put=1@packed store=0@pack
 * finding: RMA-LOCAL-CONFLICT put=1@unpacked load=0@unpack
 * twin: packed_apart.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 9, numbers[2] = {1, 2}, position = 0, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64 * sizeof(int), sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &base, &win);
    for (int i = 0; i < 64; i++)
        base[i] = i;
    MPI_Win_fence(0, win);
    if (rank == 1) {
        MPI_Put(&value, 1, MPI_INT, 0, 33, 1, MPI_INT, win); /* @packed */
        MPI_Put(&value, 1, MPI_INT, 0, 9, 1, MPI_INT, win); /* @unpacked */
    } else {
        MPI_Pack(numbers, 2, MPI_INT, base + 32, 16, &position, /* @pack */
                 MPI_COMM_WORLD);
        position = 0;
        MPI_Unpack(base + 8, 16, &position, numbers, 2, MPI_INT, /* @unpack */
                   MPI_COMM_WORLD);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
