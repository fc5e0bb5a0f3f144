/*
 * The target stores, in the epoch of a fence, what another process gets.  That
 * the program stores there is seen without recompiling: its window has changed,
 * and nobody has put there.
 *
 * np: 2
 * verdict: error
 * unless: memory-model=separate
 * ways: all
 * finding: RMA-LOCAL-CONFLICT get=0@get store=1@before
 * says: byte 12 of
 * twin: store_get_apart.c
 */
#include <mpi.h>
#include <sched.h>

int main(int argc, char **argv)
{
    int rank, value = 0, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    base[2] = base[3] = base[4] = 1;
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Get(&value, 1, MPI_INT, 1, 3, 1, MPI_INT, win); /* @get */
    else {
        sched_yield(); /* not followed further */
        base[3] = 2;
    }
    MPI_Win_fence(0, win); /* @before */
    MPI_Win_free(&win);
    MPI_Finalize();
    return value > 2;
}
