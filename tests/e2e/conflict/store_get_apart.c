/*
 * The target stores beside what another process gets, and there before and
 * after.
 *
 * np: 2
 * verdict: clean
 * unless: memory-model=separate
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    base[2] = base[3] = base[4] = 1;
    MPI_Barrier(MPI_COMM_WORLD);
    base[3] = 3;
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Get(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win);
    else
        base[2] = base[4] = 2;
    MPI_Win_fence(0, win);
    base[3] = 4;
    MPI_Win_free(&win);
    MPI_Finalize();
    return value != 0 && value != 3;
}
