/*
 * As shared_atomic_class.cpp; the compiler puts what is in the headers into the
 * program's own lines.
 *
 * np: 2
 * flags: -O2
 * verdict: clean
 */
#include <atomic>
#include <cstdio>
#include <mpi.h>

static void all_there(MPI_Win window)
{
    MPI_Win_sync(window);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(window);
}

int main(int argc, char **argv)
{
    int rank, unit;
    MPI_Aint size;
    MPI_Win window;
    std::atomic<int> *shared;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank == 0 ? 64 : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &shared, &window);
    MPI_Win_shared_query(window, 0, &size, &unit, &shared);
    MPI_Win_lock_all(0, window);
    all_there(window);
    shared[0].store(1, std::memory_order_relaxed);
    all_there(window);
    shared[1].store(rank, std::memory_order_release);
    MPI_Win_sync(window);
    std::printf("%d\n", shared[1].load(std::memory_order_acquire));
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
