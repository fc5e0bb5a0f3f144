/*
 * Atomic accesses that are simple instructions, and by whose values the program
 * does not go: both set one flag, one prints a counter that the other one sets,
 * by functions of the language, of the compiler, by OpenMP, and by expressions
 * with an object of an atomic type.
 *
 * np: 2
 * flags: -fopenmp
 * verdict: clean
 */
#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>

static void all_there(MPI_Win window)
{
    MPI_Win_sync(window);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(window);
}

int main(int argc, char **argv)
{
    int rank, unit, *plain;
    MPI_Aint size;
    MPI_Win window;
    atomic_int *shared;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank == 0 ? 64 : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &shared, &window);
    MPI_Win_shared_query(window, 0, &size, &unit, &shared);
    plain = (int *)shared;
    MPI_Win_lock_all(0, window);
    all_there(window);
    atomic_store_explicit(&shared[0], 1, memory_order_relaxed);
    all_there(window);
    atomic_store_explicit(
        &shared[1], rank, memory_order_release);
    MPI_Win_sync(window);
    printf("%d\n", atomic_load_explicit(&shared[1], memory_order_acquire));
    all_there(window);
    __atomic_store_n(&plain[2], 1, __ATOMIC_RELAXED);
    all_there(window);
#pragma omp atomic write
    plain[3] = 1;
    all_there(window);
    if (rank == 0)
        atomic_store_explicit(&shared[4], 1, memory_order_relaxed);
    else
        printf("%d\n", shared[4]);
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
