/*
 * Nobody stores into the window but by puts.  A fence with MPI_MODE_NOPRECEDE
 * waits for nobody, so that an origin may be epochs ahead of its target.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

#define COUNT 2000
#define TURNS 50

int main(int argc, char **argv)
{
    static double out[COUNT];
    double *memory;
    int rank, size, turn, i;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof out, sizeof out[0], MPI_INFO_NULL, MPI_COMM_WORLD,
                     &memory, &win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (turn = 0; turn < TURNS; turn++) {
        MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPRECEDE, win);
        for (i = 0; i < COUNT; i++)
            out[i] = turn + i;
        MPI_Put(out, COUNT, MPI_DOUBLE, (rank + 1) % size, 0, COUNT, MPI_DOUBLE,
                win);
        MPI_Win_fence(MPI_MODE_NOSTORE, win);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
