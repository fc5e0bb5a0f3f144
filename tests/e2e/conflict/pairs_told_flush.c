/*
 * All pairs, with a message between the two, and completion
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
        MPI_Win_flush(1, win);
        TELL(1);
    } else {
        HEAR(0);
        GET(4, 1);
    }
    settle(win);
    if (rank == 0) {
        GET(4, 0);
        MPI_Win_flush(1, win);
        TELL(1);
    } else {
        HEAR(0);
        PUT(4, 1);
    }
    settle(win);
    if (rank == 0) {
        GET(4, 0);
        MPI_Win_flush(1, win);
        TELL(1);
    } else {
        HEAR(0);
        ACCUMULATE(4, 1);
    }
    settle(win);
    if (rank == 0) {
        GET(4, 0);
        MPI_Win_flush(1, win);
        TELL(1);
    } else {
        HEAR(0);
        LOAD(4, 1);
    }
    settle(win);
    if (rank == 0) {
        GET(4, 0);
        MPI_Win_flush(1, win);
        TELL(1);
    } else {
        HEAR(0);
        STORE(4, 1);
    }
    settle(win);
    if (rank == 0) {
        PUT(4, 0);
        MPI_Win_flush(1, win);
        TELL(1);
    } else {
        HEAR(0);
        GET(4, 1);
    }
    settle(win);
    if (rank == 0) {
        PUT(4, 0);
        MPI_Win_flush(1, win);
        TELL(1);
    } else {
        HEAR(0);
        PUT(4, 1);
    }
    settle(win);
    if (rank == 0) {
        PUT(4, 0);
        MPI_Win_flush(1, win);
        TELL(1);
    } else {
        HEAR(0);
        ACCUMULATE(4, 1);
    }
    settle(win);
    if (rank == 0) {
        PUT(4, 0);
        MPI_Win_flush(1, win);
        TELL(1);
    } else {
        HEAR(0);
        LOAD(4, 1);
    }
    settle(win);
    if (rank == 0) {
        PUT(4, 0);
        MPI_Win_flush(1, win);
        TELL(1);
    } else {
        HEAR(0);
        STORE(4, 1);
    }
    settle(win);
    if (rank == 0) {
        ACCUMULATE(4, 0);
        MPI_Win_flush(1, win);
        TELL(1);
    } else {
        HEAR(0);
        GET(4, 1);
    }
    settle(win);
    if (rank == 0) {
        ACCUMULATE(4, 0);
        MPI_Win_flush(1, win);
        TELL(1);
    } else {
        HEAR(0);
        PUT(4, 1);
    }
    settle(win);
    if (rank == 0) {
        ACCUMULATE(4, 0);
        MPI_Win_flush(1, win);
        TELL(1);
    } else {
        HEAR(0);
        ACCUMULATE(4, 1);
    }
    settle(win);
    if (rank == 0) {
        ACCUMULATE(4, 0);
        MPI_Win_flush(1, win);
        TELL(1);
    } else {
        HEAR(0);
        LOAD(4, 1);
    }
    settle(win);
    if (rank == 0) {
        ACCUMULATE(4, 0);
        MPI_Win_flush(1, win);
        TELL(1);
    } else {
        HEAR(0);
        STORE(4, 1);
    }
    settle(win);
    if (rank == 1) {
        LOAD(4, 0);
        MPI_Win_flush(1, win);
        TELL(0);
    } else {
        HEAR(1);
        GET(4, 1);
    }
    settle(win);
    if (rank == 1) {
        LOAD(4, 0);
        MPI_Win_flush(1, win);
        TELL(0);
    } else {
        HEAR(1);
        PUT(4, 1);
    }
    settle(win);
    if (rank == 1) {
        LOAD(4, 0);
        MPI_Win_flush(1, win);
        TELL(0);
    } else {
        HEAR(1);
        ACCUMULATE(4, 1);
    }
    settle(win);
    if (rank == 1) {
        STORE(4, 0);
        MPI_Win_flush(1, win);
        TELL(0);
    } else {
        HEAR(1);
        GET(4, 1);
    }
    settle(win);
    if (rank == 1) {
        STORE(4, 0);
        MPI_Win_flush(1, win);
        TELL(0);
    } else {
        HEAR(1);
        PUT(4, 1);
    }
    settle(win);
    if (rank == 1) {
        STORE(4, 0);
        MPI_Win_flush(1, win);
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
