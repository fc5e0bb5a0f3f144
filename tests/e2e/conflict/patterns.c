/*
 * What correct programs do, one after the other: a flag that is polled, a
 * checkerboard of two windows, tests and nonblocking barriers, values that are
 * got into a window and put from it, windows of a part of the processes.
 *
 * np: 3
 * verdict: clean
 * unless: memory-model=separate
 */
#include <mpi.h>

static int rank, size, left, right;

/* Data and then a flag are put; the target polls its own part, and sends. */
static void flag(MPI_Win win, int *base)
{
    int one = 1, none = 0, seen = 0, data[4] = {1, 2, 3, 4};

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(data, 4, MPI_INT, 1, 4, 4, MPI_INT, win);
        MPI_Win_flush(1, win);
        MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(1, win);
    } else if (rank == 1) {
        while (seen == 0) {
            MPI_Fetch_and_op(&none, &seen, MPI_INT, 1, 0, MPI_NO_OP, win);
            MPI_Win_flush(1, win);
        }
        MPI_Win_sync(win);
        MPI_Sendrecv(base + 4, 4, MPI_INT, 0, 0, data, 4, MPI_INT, 0, 0,
                     MPI_COMM_SELF, MPI_STATUS_IGNORE);
    }
    MPI_Win_unlock_all(win);
}

/* The windows take turns: while the one is exposed, what came into the other
 * is sent on. */
static void checkerboard(MPI_Win *wins, int **bases)
{
    MPI_Group world, from, to;
    int round, values[2] = {rank, rank};

    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &left, &from);
    MPI_Group_incl(world, 1, &right, &to);
    MPI_Win_post(from, 0, wins[0]);
    MPI_Barrier(MPI_COMM_WORLD);
    for (round = 0; round < 6; round++) {
        int now = round % 2, next = 1 - now;

        MPI_Win_start(to, 0, wins[now]);
        MPI_Put(values, 2, MPI_INT, right, 0, 2, MPI_INT, wins[now]);
        MPI_Win_post(from, 0, wins[next]);
        MPI_Win_complete(wins[now]);
        MPI_Win_wait(wins[now]);
        MPI_Sendrecv(bases[now], 2, MPI_INT, right, 1, bases[now] + 8, 2,
                     MPI_INT, left, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Win_start(to, 0, wins[0]);
    MPI_Win_complete(wins[0]);
    MPI_Win_wait(wins[0]);
    MPI_Group_free(&to);
    MPI_Group_free(&from);
    MPI_Group_free(&world);
}

/* Each tells of its puts by a nonblocking barrier, which is tested. */
static void ibarrier(MPI_Win win, int *base)
{
    MPI_Request request;
    int done = 0, value = rank;

    MPI_Win_lock(MPI_LOCK_SHARED, right, 0, win);
    MPI_Put(&value, 1, MPI_INT, right, 3, 1, MPI_INT, win);
    MPI_Win_unlock(right, win);
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    while (!done)
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    MPI_Sendrecv(base + 3, 1, MPI_INT, 0, 0, &value, 1, MPI_INT, 0, 0,
                 MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

/* What is got lies in the window, and is put from there in the next epoch. */
static void pass_on(MPI_Win win, int *base)
{
    int round;

    for (round = 0; round < 3; round++) {
        MPI_Win_fence(0, win);
        MPI_Get(base + 8, 2, MPI_INT, left, 10, 2, MPI_INT, win);
        MPI_Win_fence(0, win);
        MPI_Put(base + 8, 2, MPI_INT, right, 10, 2, MPI_INT, win);
        MPI_Win_fence(0, win);
        MPI_Allreduce(MPI_IN_PLACE, base + 10, 2, MPI_INT, MPI_MAX,
                      MPI_COMM_WORLD);
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
}

/* Several requests, of which any may be the first. */
static void requests(MPI_Win win)
{
    MPI_Request all[4];
    int values[4], i, index;

    MPI_Win_lock_all(0, win);
    for (i = 0; i < 4; i++)
        MPI_Rget(&values[i], 1, MPI_INT, right, 4 * rank + i, 1, MPI_INT, win,
                 &all[i]);
    for (i = 0; i < 4; i++) {
        MPI_Waitany(4, all, &index, MPI_STATUS_IGNORE);
        MPI_Put(&values[index], 1, MPI_INT, right, 4 * rank + index, 1, MPI_INT,
                win);
    }
    MPI_Win_unlock_all(win);
}

static void part(void)
{
    MPI_Comm comm;
    MPI_Win win;
    int *base, value = 1, me;

    MPI_Comm_split(MPI_COMM_WORLD, rank == 0, -rank, &comm);
    MPI_Comm_rank(comm, &me);
    MPI_Win_allocate_shared(64, sizeof(int), MPI_INFO_NULL, comm, &base, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&value, 1, MPI_INT, 0, me, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Send(base, 1, MPI_INT, MPI_PROC_NULL, 0, comm);
    MPI_Win_free(&win);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    int *bases[2], i;
    MPI_Win wins[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    for (i = 0; i < 2; i++) {
        MPI_Win_allocate(256, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                         &bases[i], &wins[i]);
        bases[i][0] = 0;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    flag(wins[0], bases[0]);
    MPI_Barrier(MPI_COMM_WORLD);
    checkerboard(wins, bases);
    MPI_Barrier(MPI_COMM_WORLD);
    ibarrier(wins[0], bases[0]);
    MPI_Barrier(MPI_COMM_WORLD);
    requests(wins[1]);
    MPI_Barrier(MPI_COMM_WORLD);
    pass_on(wins[0], bases[0]);
    part();
    MPI_Win_free(&wins[1]);
    MPI_Win_free(&wins[0]);
    MPI_Finalize();
    return 0;
}
