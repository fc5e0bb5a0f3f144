/*
 * The cells that neighbours put are computed with before the fence that
 * completes the puts, in a loop that is longer than what is followed.
 *
 * np: 2
 * verdict: error
 * finding: RMA-LOCAL-CONFLICT load=*@compute put=*@put ranks=0,1
 * needs: x86-64
 * twin: halo_in_time.c
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
    MPI_Put(&cells[SIZE], 1, MPI_DOUBLE, other, 0, 1, MPI_DOUBLE, win); /* @put */
    for (i = 1; i <= SIZE; i++)
        next[i] = (cells[i - 1] + cells[i] + cells[i + 1]) / 3; /* @compute */
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    free(next);
    return 0;
}
