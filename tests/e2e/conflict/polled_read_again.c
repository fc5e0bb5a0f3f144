/*
 * A flag is read after it was polled, while the next put of it, which surely
 * comes after the poll, is under way.
 *
 * np: 2
 * verdict: error
 * finding: RMA-LOCAL-CONFLICT load=0@load put=1@put
 * needs: x86-64
 * twin: polled_read.c
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, *base, one = 1, two = 2, flag;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    base[0] = 0;
    MPI_Win_lock_all(0, window);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        while (*(volatile int *)base != 1) {
            MPI_Win_sync(window);
            MPI_Iprobe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        }
        MPI_Send(&one, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        printf("flag %d\n", base[0]); /* @load */
    } else {
        MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, window);
        MPI_Win_flush(0, window);
        MPI_Recv(&one, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Put(&two, 1, MPI_INT, 0, 0, 1, MPI_INT, window); /* @put */
    }
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
