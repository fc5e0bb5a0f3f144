/*
 * An atomic counter in a shared window puts in order what two processes put
 * into another window (12.2.3, 12.7: language means may order them).
 *
 * np: 2
 * needs: x86-64
 * verdict: clean
 */
#include <mpi.h>
#include <stdatomic.h>

int main(int argc, char **argv)
{
    int rank, value = 5, unit, *data;
    _Atomic int *turn;
    MPI_Win shared, win;
    MPI_Aint size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank == 0 ? sizeof *turn : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &turn, &shared);
    MPI_Win_shared_query(shared, 0, &size, &unit, &turn);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &data, &win);
    if (rank == 0)
        atomic_store(turn, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 1)
        while (atomic_load(turn) == 0)
            continue;
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_flush(0, win);
    if (rank == 0)
        atomic_store(turn, 1);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Win_free(&shared);
    MPI_Finalize();
    return 0;
}
