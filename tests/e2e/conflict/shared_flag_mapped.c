/*
 * What a process has put another one gets when it has seen an atomic flag in a
 * shared window.  The program can map memory, by which it may have other flags:
 * that this one is one is not asked then.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

int main(int argc, char **argv)
{
    int rank, unit, five = 5, got = 0, *numbers, *shared;
    _Atomic int *flag;
    MPI_Aint bytes;
    MPI_Win win, flags;

    MPI_Init(&argc, &argv);
    if (argc > 100)
        return mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 3, 0) == MAP_FAILED;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &numbers, &win);
    memset(numbers, 0, 8 * sizeof(int));
    MPI_Win_allocate_shared(rank == 0 ? sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &shared, &flags);
    MPI_Win_shared_query(flags, 0, &bytes, &unit, &shared);
    flag = (_Atomic int *)shared;
    if (rank == 0)
        atomic_store(flag, 0);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&five, 1, MPI_INT, 2, 1, 1, MPI_INT, win);
        MPI_Win_flush(2, win);
        atomic_store(flag, 1);
    } else if (rank == 1) {
        while (atomic_load(flag) != 1)
            sched_yield();
        MPI_Get(&got, 1, MPI_INT, 2, 1, 1, MPI_INT, win);
        MPI_Win_flush(2, win);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&flags);
    MPI_Win_free(&win);
    MPI_Finalize();
    return rank == 1 && got != 5;
}
