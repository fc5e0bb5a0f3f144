/*
 * Two processes use one shared window by loads and stores, and nothing of MPI
 * or the language puts them in order.
 *
 * np: 2
 * verdict: warning
 * compiler: murmel
 * finding: RMA-SHARED-CONFLICT store=0@theirs store=1@mine
 * finding: RMA-SHARED-CONFLICT store=0@next load=1@early
 * twin: shared_stores_ordered.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, sum = 0, *base, *first;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                            &base, &win);
    /* the next part begins behind the own one */
    first = rank == 0 ? base + 16 : base;
    MPI_Win_lock_all(0, win);
    if (rank == 0)
        first[0] = 1; /* @theirs */
    else
        base[0] = 2; /* @mine */
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    if (rank == 0)
        first[1] = 3; /* @next */
    MPI_Win_sync(win);
    if (rank == 1)
        sum = base[1]; /* @early */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum > 3;
}
