/*
 * The target loads, between two fences, what another process puts: seen in a
 * program that was compiled as usual, as it is followed after its MPI calls.
 *
 * np: 2
 * verdict: error
 * needs: x86-64
 * ways: all
 * finding: RMA-LOCAL-CONFLICT put=0@put load=1@load
 * twin: plain_load_after.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 3, seen = 0, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(1 << 20, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    base[5] = 0;
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 5, 1, MPI_INT, win); /* @put */
    else
        seen = base[5]; /* @load */
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return seen > value;
}
