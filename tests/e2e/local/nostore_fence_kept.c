/*
 * Fences promise MPI_MODE_NOSTORE where the window was not stored into but by
 * puts, gets from MPI_PROC_NULL, or only before the fence before (acceptance C3).
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 7, other = 0, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    base[0] = base[1] = base[2] = 0;
    MPI_Win_fence(0, win);
    if (rank == 1)
        other = 5;
    MPI_Win_fence(MPI_MODE_NOSTORE, win);
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSTORE, win);
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(&other, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_fence(rank == 1 ? MPI_MODE_NOSTORE : 0, win);
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Get(&other, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Get(&base[5], 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
    MPI_Win_fence(rank == 1 ? MPI_MODE_NOSTORE : 0, win);
    base[3] = other;
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
