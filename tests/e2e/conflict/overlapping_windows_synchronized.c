/*
 * As overlapping_windows.c, with the fence (acceptance D3).
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, memory[32] = {0}, value = 1, result;
    MPI_Win whole, half;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &whole);
    MPI_Win_create(memory + 16, sizeof memory / 2, sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &half);
    MPI_Win_fence(0, whole);
    MPI_Win_fence(0, half);
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 20, 1, MPI_INT, whole); /* @put */
    MPI_Win_fence(0, whole);
    MPI_Win_fence(0, half);
    if (rank == 0)
        MPI_Get(&result, 1, MPI_INT, 1, 4, 1, MPI_INT, half); /* @get */
    MPI_Win_fence(0, half);
    MPI_Win_free(&half);
    MPI_Win_free(&whole);
    MPI_Finalize();
    return 0;
}
