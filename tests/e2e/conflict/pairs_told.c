/*
 * All pairs, with a message between the two, but no completion
 * (acceptance D2).  Written by tests/lint/rma_pairs.py.
 *
 * np: 2
 * verdict: error
 * unless: memory-model=separate
 * finding: RMA-CONFLICT get=0@a0 put=1@b0
 * finding: RMA-CONFLICT get=0@a1 accumulate=1@b1
 * finding: RMA-LOCAL-CONFLICT get=0@a2 store=1@b2
 * finding: RMA-CONFLICT put=0@a3 get=1@b3
 * finding: RMA-CONFLICT put=0@a4 put=1@b4
 * finding: RMA-CONFLICT put=0@a5 accumulate=1@b5
 * finding: RMA-LOCAL-CONFLICT put=0@a6 load=1@b6
 * finding: RMA-LOCAL-CONFLICT put=0@a7 store=1@b7
 * finding: RMA-CONFLICT accumulate=0@a8 get=1@b8
 * finding: RMA-CONFLICT accumulate=0@a9 put=1@b9
 * finding: RMA-LOCAL-CONFLICT accumulate=0@a10 load=1@b10
 * finding: RMA-LOCAL-CONFLICT accumulate=0@a11 store=1@b11
 * twin: pairs_told_flush.c
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
#define TELL(to) MPI_Send(&value, 0, MPI_INT, to, 0, MPI_COMM_WORLD)
#define HEAR(from)                                                             \
    MPI_Recv(&value, 0, MPI_INT, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE)

static void settle(MPI_Win win)
{
    MPI_Win_flush_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank, *base, value = 1, results[2] = {0, 0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        GET(4, 0);
        TELL(1);
    } else {
        HEAR(0);
        GET(4, 1);
    }
    settle(win);
    if (rank == 0) {
        GET(4, 0); /* @a0 */
        TELL(1);
    } else {
        HEAR(0);
        PUT(4, 1); /* @b0 */
    }
    settle(win);
    if (rank == 0) {
        GET(4, 0); /* @a1 */
        TELL(1);
    } else {
        HEAR(0);
        ACCUMULATE(4, 1); /* @b1 */
    }
    settle(win);
    if (rank == 0) {
        GET(4, 0);
        TELL(1);
    } else {
        HEAR(0);
        LOAD(4, 1);
    }
    settle(win);
    if (rank == 0) {
        GET(4, 0); /* @a2 */
        TELL(1);
    } else {
        HEAR(0);
        STORE(4, 1); /* @b2 */
    }
    settle(win);
    if (rank == 0) {
        PUT(4, 0); /* @a3 */
        TELL(1);
    } else {
        HEAR(0);
        GET(4, 1); /* @b3 */
    }
    settle(win);
    if (rank == 0) {
        PUT(4, 0); /* @a4 */
        TELL(1);
    } else {
        HEAR(0);
        PUT(4, 1); /* @b4 */
    }
    settle(win);
    if (rank == 0) {
        PUT(4, 0); /* @a5 */
        TELL(1);
    } else {
        HEAR(0);
        ACCUMULATE(4, 1); /* @b5 */
    }
    settle(win);
    if (rank == 0) {
        PUT(4, 0); /* @a6 */
        TELL(1);
    } else {
        HEAR(0);
        LOAD(4, 1); /* @b6 */
    }
    settle(win);
    if (rank == 0) {
        PUT(4, 0); /* @a7 */
        TELL(1);
    } else {
        HEAR(0);
        STORE(4, 1); /* @b7 */
    }
    settle(win);
    if (rank == 0) {
        ACCUMULATE(4, 0); /* @a8 */
        TELL(1);
    } else {
        HEAR(0);
        GET(4, 1); /* @b8 */
    }
    settle(win);
    if (rank == 0) {
        ACCUMULATE(4, 0); /* @a9 */
        TELL(1);
    } else {
        HEAR(0);
        PUT(4, 1); /* @b9 */
    }
    settle(win);
    if (rank == 0) {
        ACCUMULATE(4, 0);
        TELL(1);
    } else {
        HEAR(0);
        ACCUMULATE(4, 1);
    }
    settle(win);
    if (rank == 0) {
        ACCUMULATE(4, 0); /* @a10 */
        TELL(1);
    } else {
        HEAR(0);
        LOAD(4, 1); /* @b10 */
    }
    settle(win);
    if (rank == 0) {
        ACCUMULATE(4, 0); /* @a11 */
        TELL(1);
    } else {
        HEAR(0);
        STORE(4, 1); /* @b11 */
    }
    settle(win);
    if (rank == 1) {
        LOAD(4, 0);
        TELL(0);
    } else {
        HEAR(1);
        GET(4, 1);
    }
    settle(win);
    if (rank == 1) {
        LOAD(4, 0);
        TELL(0);
    } else {
        HEAR(1);
        PUT(4, 1);
    }
    settle(win);
    if (rank == 1) {
        LOAD(4, 0);
        TELL(0);
    } else {
        HEAR(1);
        ACCUMULATE(4, 1);
    }
    settle(win);
    if (rank == 1) {
        STORE(4, 0);
        TELL(0);
    } else {
        HEAR(1);
        GET(4, 1);
    }
    settle(win);
    if (rank == 1) {
        STORE(4, 0);
        TELL(0);
    } else {
        HEAR(1);
        PUT(4, 1);
    }
    settle(win);
    if (rank == 1) {
        STORE(4, 0);
        TELL(0);
    } else {
        HEAR(1);
        ACCUMULATE(4, 1);
    }
    settle(win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
