/*
 * Two processes use one shared window by loads and stores, in order by a lock
 * that is made of inline assembler: its accesses are not seen, but that there
 * are such.
 *
 * np: 2
 * verdict: note
 * options: --notes
 * compiler: murmel
 * finding: RMA-SHARED-ELSEWHERE store=0@both store=1@both
 * twin: shared_stores_ordered.c
 */
#include <mpi.h>

static int exchange(int *place, int value)
{
    int old;
#ifdef __x86_64__
    __asm__ volatile("xchgl %0, (%1)"
                     : "=r"(old)
                     : "r"(place), "0"(value)
                     : "memory");
#else
    __asm__ volatile("1: ldaxr %w0, [%1]\n\tstlxr w9, %w2, [%1]\n\t"
                     "cbnz w9, 1b"
                     : "=&r"(old)
                     : "r"(place), "r"(value)
                     : "memory", "w9");
#endif
    return old;
}

int main(int argc, char **argv)
{
    int rank, unit, *base, *shared;
    MPI_Aint size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                            &base, &win);
    MPI_Win_shared_query(win, 1, &size, &unit, &shared);
    MPI_Win_lock_all(0, win);
    if (rank == 1)
        shared[0] = 0;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    while (exchange(&shared[0], 1) != 0)
        continue;
    shared[1] = rank; /* @both */
    exchange(&shared[0], 0);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
