/*
 * A flag is read once more after it was polled: what a poll has seen of an
 * update stays there (12.7), though it is not known to be complete.
 *
 * np: 3
 * verdict: clean
 */
#include <mpi.h>
#include <stdio.h>

static volatile int total;

static void count_up(MPI_Win window, int index, int more)
{
    MPI_Accumulate(&more, 1, MPI_INT, 0, index, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_flush(0, window);
}

static void wait_for(MPI_Win window, int *place, int value)
{
    int flag;

    while (*(volatile int *)place != value) {
        MPI_Win_sync(window);
        MPI_Iprobe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
    }
    MPI_Win_sync(window);
}

int main(int argc, char **argv)
{
    int rank, *base, in, pair[2];
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    base[0] = base[1] = base[2] = base[3] = 0;
    MPI_Win_lock_all(0, window);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        wait_for(window, &base[0], 1);
        printf("flag %d\n", base[0]);
        wait_for(window, &base[1], 2); /* both others have come */
        if (base[1] != 2)
            total = base[1];
        MPI_Sendrecv(base, 2, MPI_INT, 0, 0, pair, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("latch %d\n", pair[1]);
    } else {
        in = 1;
        if (rank == 1) {
            MPI_Put(&in, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
            MPI_Win_flush(0, window);
        }
        count_up(window, 1, 1);
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
