/*
 * One process has all of a shared window; another reads there by the address
 * that it has computed, and stores, before it is told that the data are there.
 *
 * np: 2
 * verdict: warning
 * finding: RMA-SHARED-CONFLICT store=0@data load=1@early
 * finding: RMA-SHARED-CONFLICT store=0@data store=1@over
 * needs: x86-64
 * twin: shared_followed_told.c
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int rank, unit, i, *base;
    MPI_Aint size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank == 0 ? 64 : 0, sizeof(int), MPI_INFO_NULL,
                            MPI_COMM_WORLD, &base, &win);
    MPI_Win_shared_query(win, MPI_PROC_NULL, &size, &unit, &base);
    MPI_Win_fence(0, win);
    if (rank == 0) {
        for (i = 0; i < 16; i++)
            base[i] = i; /* @data */
    } else {
        printf("%d\n", base[3]); /* @early */
        base[4] = 5; /* @over */
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
