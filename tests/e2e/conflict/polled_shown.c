/*
 * A counter is polled, and each value that is seen is printed.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdio.h>

#define ROUNDS 4

int main(int argc, char **argv)
{
    int rank, i, value, one = 1, *base;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    base[0] = 0;
    MPI_Win_lock_all(0, window);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        do {
            value = *(volatile int *)base;
            printf("%d\n", value);
            MPI_Win_sync(window);
            MPI_Iprobe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &i, MPI_STATUS_IGNORE);
        } while (value != ROUNDS);
    } else {
        for (i = 0; i < ROUNDS; i++) {
            MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, window);
            MPI_Win_flush(0, window);
        }
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
