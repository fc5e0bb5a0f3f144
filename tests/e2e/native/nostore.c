/*
 * A fence promises MPI_MODE_NOSTORE, and the program has stored into the window
 * (acceptance C3): told where, and in a window of any size.
 *
 * np: 2
 * verdict: error
 * compiler: murmel
 * finding: RMA-ASSERT-NOSTORE promise=1@promise store=1@store since=1@since
 * twin: nostore_kept.c
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
        base[300000] = base[0];                           /* @store */
    MPI_Win_fence(rank == 1 ? MPI_MODE_NOSTORE : 0, win); /* @promise */
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
