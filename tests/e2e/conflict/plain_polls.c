/*
 * In the unified model the target may poll for what is put (MPI-4.1 12.7),
 * however the loop is written, and though it was there at the first look.
 *
 * np: 2
 * verdict: clean
 * unless: memory-model=separate
 */
#include <mpi.h>
#include <unistd.h>

enum { PLAIN, KEPT, BY_FUNCTION, POINT, BIT, LOOPS };

static __attribute__((noinline)) int look(const volatile int *at)
{
    return *at;
}

/* Some MPIs need a call that lets others' operations go on. */
static void advance(MPI_Win win)
{
    int flag;

    MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    MPI_Win_sync(win);
}

static void wait_for(volatile int *base, int loop, MPI_Win win)
{
    volatile double *points = (volatile double *)&base[8];
    int kept;

    switch (loop) {
    case PLAIN:
        while (base[0] == 0)
            advance(win);
        break;
    case KEPT:
        do {
            advance(win);
            kept = base[1];
        } while (kept == 0);
        break;
    case BY_FUNCTION:
        while (look(&base[2]) == 0)
            advance(win);
        break;
    case POINT:
        while (points[0] == 0.0)
            advance(win);
        break;
    default:
        while ((base[4] & 1) == 0)
            advance(win);
    }
}

int main(int argc, char **argv)
{
    int rank, loop, *base, value = 1;
    double point = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(1 << 20, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    for (loop = 0; loop < 16; loop++)
        base[loop] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (loop = 0; loop < LOOPS; loop++) {
        if (rank == 0 && loop == POINT)
            MPI_Put(&point, 1, MPI_DOUBLE, 1, 8, 1, MPI_DOUBLE, win);
        else if (rank == 0)
            MPI_Put(&value, 1, MPI_INT, 1, loop, 1, MPI_INT, win);
        MPI_Win_flush_all(win);
        if (rank == 1) {
            usleep(10000);
            advance(win);
            wait_for(base, loop, win);
        }
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
