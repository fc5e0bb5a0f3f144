/*
 * There is a shared window, and nothing puts in order what two processes put
 * into another one.
 *
 * np: 2
 * verdict: error
 * finding: RMA-CONFLICT put=0@put put=1@put ranks=0,1 count=1
 * twin: shared_atomic_order.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 5, unit, *data;
    int *turn;
    MPI_Win shared, win;
    MPI_Aint size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank == 0 ? sizeof *turn : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &turn, &shared);
    MPI_Win_shared_query(shared, 0, &size, &unit, &turn);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &data, &win);
    if (rank == 0)
        *turn = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win); /* @put */
    MPI_Win_flush(0, win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Win_free(&shared);
    MPI_Finalize();
    return 0;
}
