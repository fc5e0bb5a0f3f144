/*
 * All pairs in one fence epoch, of other bytes
 * (acceptance D2).  Written by tests/lint/rma_pairs.py.
 *
 * np: 2
 * verdict: clean
 * unless: memory-model=separate
 */
#include <mpi.h>

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

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        GET(4, 0);
    else
        LOAD(6, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        GET(4, 0);
    else
        STORE(6, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        GET(4, 0);
    else
        GET(6, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        GET(4, 0);
    else
        PUT(6, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        GET(4, 0);
    else
        ACCUMULATE(6, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        PUT(4, 0);
    else
        LOAD(6, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        PUT(4, 0);
    else
        STORE(6, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        PUT(4, 0);
    else
        PUT(6, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        PUT(4, 0);
    else
        ACCUMULATE(6, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        ACCUMULATE(4, 0);
    else
        LOAD(6, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        ACCUMULATE(4, 0);
    else
        STORE(6, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        ACCUMULATE(4, 0);
    else
        ACCUMULATE(6, 1);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
