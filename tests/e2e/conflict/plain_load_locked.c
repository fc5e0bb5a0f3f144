/*
 * In a passive epoch the target loads without a lock of its own, as an argument
 * of a function, and stores the value that stands there, into a large window.
 *
 * np: 2
 * verdict: error
 * needs: x86-64
 * finding: RMA-LOCAL-CONFLICT put=0@put load=1@load
 * finding: RMA-LOCAL-CONFLICT put=0@put store=1@store
 * twin: plain_polls.c
 */
#include <mpi.h>
#include <string.h>

static volatile int kept;

static __attribute__((noinline)) void keep(int value)
{
    kept = value;
}

int main(int argc, char **argv)
{
    int rank, values[2] = {3, 4}, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(1 << 20, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    memset(base, 0, 1 << 20);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(values, 2, MPI_INT, 1, 5, 2, MPI_INT, win); /* @put */
    } else {
        keep(base[5]); /* @load */
        base[6] = 0;   /* @store */
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
