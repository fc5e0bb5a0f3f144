/*
 * A fence behind stores of the program promises nothing (acceptance C3).
 *
 * np: 2
 * verdict: clean
 * compiler: murmel
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(1 << 22, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    base[0] = rank; /* before the first synchronization */
    MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOSTORE, win);
    MPI_Win_fence(0, win); /* @since */
    if (rank == 1)
        base[300000] = base[0]; /* @store */
    MPI_Win_fence(0, win);      /* @promise */
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
