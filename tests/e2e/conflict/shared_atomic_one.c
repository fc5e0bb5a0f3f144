/*
 * As shared_atomic.c, but only one of the two stores is atomic. (Of an atomic access
 * in a program of murmel cc it is not known that it loads nothing.)
 *
 * np: 2
 * compiler: mpicc
 * verdict: warning
 * finding: RMA-SHARED-CONFLICT store=0@atomic store=1@plain
 * twin: shared_atomic.c
 */
#include <mpi.h>
#include <stdatomic.h>

int main(int argc, char **argv)
{
    int rank, unit;
    MPI_Aint size;
    MPI_Win window;
    atomic_int *shared;
    int *same;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank == 0 ? 64 : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &shared, &window);
    MPI_Win_shared_query(window, 0, &size, &unit, &shared);
    MPI_Win_lock_all(0, window);
    MPI_Win_sync(window);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(window);
    same = (int *)&shared[0];
    if (rank == 0)
        atomic_store_explicit(&shared[0], 1, memory_order_relaxed); /* @atomic */
    else
        *same = 2; /* @plain */
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
