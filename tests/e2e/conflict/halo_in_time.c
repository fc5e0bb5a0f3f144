/*
 * The cells that neighbours put are computed with behind the fence that
 * completes the puts; before it, those that nobody puts.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>

#define SIZE 300

int main(int argc, char **argv)
{
    double *cells, *next = calloc(SIZE + 2, sizeof *next);
    int rank, other, i;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    MPI_Win_allocate((SIZE + 2) * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    for (i = 0; i < SIZE + 2; i++)
        cells[i] = i % 9;
    MPI_Win_fence(0, win);
    MPI_Put(&cells[SIZE], 1, MPI_DOUBLE, other, 0, 1, MPI_DOUBLE, win);
    for (i = 2; i < SIZE; i++)
        next[i] = (cells[i - 1] + cells[i] + cells[i + 1]) / 3;
    MPI_Win_fence(0, win);
    next[1] = (cells[0] + cells[1] + cells[2]) / 3;
    MPI_Win_free(&win);
    MPI_Finalize();
    free(next);
    return 0;
}
