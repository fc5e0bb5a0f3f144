/*
 * Polls for what is put of which the program goes by more than one flag, or by
 * what it has made of one, or asks only behind another call.
 *
 * np: 2
 * verdict: clean
 * unless: memory-model=separate
 */
#include <mpi.h>
#include <string.h>
#include <unistd.h>

#define FLAGS 6

enum { COUNT, ALL, TABLE, LATER, LEAST, KEPT_BOOL, COMPARED, LOOPS };

/* An MPI may bring what is put only while its target calls it. */
static void go_on(MPI_Win win)
{
    int flag;

    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    MPI_Win_sync(win);
}

static int minimum(const volatile int *base)
{
    int least = 1000, i;

    for (i = 0; i < FLAGS; i++)
        least = base[i] < least ? base[i] : least;
    return least;
}

static int count(const volatile int *base)
{
    int set = 0, i;

    for (i = 0; i < FLAGS; i++)
        set += base[i] != 0;
    return set;
}

static int all(const volatile int *base)
{
    int set = 1, i;

    for (i = 0; i < FLAGS; i++)
        set &= base[i];
    return set;
}

static void wait_for(const volatile int *base, int loop, MPI_Win win)
{
    static const int table[2] = {0, 1};
    int kept, done = 0, zero = 0;

    switch (loop) {
    case COUNT:
        while (count(base) < FLAGS)
            go_on(win);
        break;
    case ALL:
        while (all(base) == 0)
            go_on(win);
        break;
    case TABLE:
        while (table[base[0] & 1] == 0)
            go_on(win);
        break;
    case LATER:
        do {
            kept = base[0];
            go_on(win);
        } while (kept == 0);
        break;
    case LEAST:
        while (minimum(base) == 0)
            go_on(win);
        break;
    case KEPT_BOOL:
        while (!done) {
            go_on(win);
            done = base[0] == 1 || base[1] == 2;
        }
        break;
    default:
        while (memcmp((const void *)base, &zero, sizeof zero) == 0)
            go_on(win);
    }
}

int main(int argc, char **argv)
{
    int rank, loop, i, ones[FLAGS], *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < FLAGS; i++)
        ones[i] = 1;
    MPI_Win_allocate(1 << 20, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    memset(base, 0, LOOPS * FLAGS * sizeof(int));
    MPI_Win_lock_all(0, win);
    for (loop = 0; loop < LOOPS; loop++) {
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0) {
            usleep(10000);
            MPI_Put(ones, FLAGS, MPI_INT, 1, loop * FLAGS, FLAGS, MPI_INT, win);
            MPI_Win_flush_all(win);
        } else {
            MPI_Win_sync(win);
            wait_for(&base[loop * FLAGS], loop, win);
        }
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
