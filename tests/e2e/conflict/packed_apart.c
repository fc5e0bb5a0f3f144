/*
 * Data are packed into a window, and unpacked from it, beside what another
 * process puts.
 *
 * np: 2
 * verdict: clean
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
        MPI_Put(&value, 1, MPI_INT, 0, 34, 1, MPI_INT, win);
        MPI_Put(&value, 1, MPI_INT, 0, 10, 1, MPI_INT, win);
    } else {
        MPI_Pack(numbers, 2, MPI_INT, base + 32, 16, &position,
                 MPI_COMM_WORLD);
        position = 0;
        MPI_Unpack(base + 8, 16, &position, numbers, 2, MPI_INT,
                   MPI_COMM_WORLD);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
