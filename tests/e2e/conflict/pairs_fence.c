/*
 * All pairs in one fence epoch, of the same bytes
 * (acceptance D2).  Written by tests/lint/rma_pairs.py.
 *
 * np: 2
 * verdict: error
 * unless: memory-model=separate
 * finding: RMA-LOCAL-CONFLICT get=0@a0 store=1@b0
 * finding: RMA-CONFLICT get=0@a1 put=1@b1
 * finding: RMA-CONFLICT get=0@a2 accumulate=1@b2
 * finding: RMA-LOCAL-CONFLICT put=0@a3 load=1@b3
 * finding: RMA-LOCAL-CONFLICT put=0@a4 store=1@b4
 * finding: RMA-CONFLICT put=0@a5 put=1@b5
 * finding: RMA-CONFLICT put=0@a6 accumulate=1@b6
 * finding: RMA-LOCAL-CONFLICT accumulate=0@a7 load=1@b7
 * finding: RMA-LOCAL-CONFLICT accumulate=0@a8 store=1@b8
 * twin: pairs_fence_apart.c
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
        LOAD(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        GET(4, 0); /* @a0 */
    else
        STORE(4, 1); /* @b0 */
    MPI_Win_fence(0, win);
    if (rank == 0)
        GET(4, 0);
    else
        GET(4, 1);
    MPI_Win_fence(0, win);
    if (rank == 0)
        GET(4, 0); /* @a1 */
    else
        PUT(4, 1); /* @b1 */
    MPI_Win_fence(0, win);
    if (rank == 0)
        GET(4, 0); /* @a2 */
    else
        ACCUMULATE(4, 1); /* @b2 */
    MPI_Win_fence(0, win);
    if (rank == 0)
        PUT(4, 0); /* @a3 */
    else
        LOAD(4, 1); /* @b3 */
    MPI_Win_fence(0, win);
    if (rank == 0)
        PUT(4, 0); /* @a4 */
    else
        STORE(4, 1); /* @b4 */
    MPI_Win_fence(0, win);
    if (rank == 0)
        PUT(4, 0); /* @a5 */
    else
        PUT(4, 1); /* @b5 */
    MPI_Win_fence(0, win);
    if (rank == 0)
        PUT(4, 0); /* @a6 */
    else
        ACCUMULATE(4, 1); /* @b6 */
    MPI_Win_fence(0, win);
    if (rank == 0)
        ACCUMULATE(4, 0); /* @a7 */
    else
        LOAD(4, 1); /* @b7 */
    MPI_Win_fence(0, win);
    if (rank == 0)
        ACCUMULATE(4, 0); /* @a8 */
    else
        STORE(4, 1); /* @b8 */
    MPI_Win_fence(0, win);
    if (rank == 0)
        ACCUMULATE(4, 0);
    else
        ACCUMULATE(4, 1);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
