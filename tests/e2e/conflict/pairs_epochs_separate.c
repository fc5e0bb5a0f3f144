/*
 * All pairs, each access in a fence epoch of its own
 * (acceptance D2).  Written by tests/lint/rma_pairs.py.
 *
 * np: 2
 * verdict: clean
 * options: --separate
 */
#include <mpi.h>
#include <stdlib.h>

#define GET(disp, n)                                                           \
    MPI_Get(&results[n], 1, MPI_INT, 1, disp, 1, MPI_INT, win)
#define PUT(disp, n) MPI_Put(&value, 1, MPI_INT, 1, disp, 1, MPI_INT, win)
#define ACCUMULATE(disp, n)                                                    \
    MPI_Accumulate(&value, 1, MPI_INT, 1, disp, 1, MPI_INT, MPI_SUM, win)
/* To and from itself: sends from, receives into the window. */
#define LOAD(disp, n)                                                          \
    MPI_Sendrecv(base + (disp), 1, MPI_INT, 0, 0, &results[n], 1, MPI_INT, 0,  \
                 0, MPI_COMM_SELF, MPI_STATUS_IGNORE)
#define STORE(disp, n)                                                         \
    MPI_Sendrecv(&value, 1, MPI_INT, 0, 0, base + (disp), 1, MPI_INT, 0, 0,    \
                 MPI_COMM_SELF, MPI_STATUS_IGNORE)

int main(int argc, char **argv)
{
    int rank, *base, value = 1, results[2] = {0, 0};
    MPI_Win win;

    setenv("MURMEL_MPI", "memory-model=separate", 1);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        GET(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 1)
        LOAD(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        GET(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 1)
        STORE(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        GET(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 0)
        GET(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        GET(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 0)
        PUT(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        GET(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 0)
        ACCUMULATE(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        PUT(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 1)
        LOAD(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        PUT(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 1)
        STORE(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        PUT(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 0)
        GET(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        PUT(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 0)
        PUT(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        PUT(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 0)
        ACCUMULATE(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        ACCUMULATE(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 1)
        LOAD(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        ACCUMULATE(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 1)
        STORE(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        ACCUMULATE(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 0)
        GET(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        ACCUMULATE(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 0)
        PUT(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        ACCUMULATE(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 0)
        ACCUMULATE(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 1)
        LOAD(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 1)
        LOAD(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 1)
        LOAD(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 1)
        STORE(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 1)
        LOAD(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 0)
        GET(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 1)
        LOAD(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 0)
        PUT(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 1)
        LOAD(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 0)
        ACCUMULATE(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 1)
        STORE(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 1)
        LOAD(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 1)
        STORE(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 1)
        STORE(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 1)
        STORE(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 0)
        GET(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 1)
        STORE(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 0)
        PUT(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 1)
        STORE(4, 0);
    MPI_Win_fence(0, win);
    if (rank == 0)
        ACCUMULATE(4, 1);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
