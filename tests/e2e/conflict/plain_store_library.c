/*
 * A function of the C library stores for the program, which is told where it
 * calls it.
 *
 * np: 2
 * verdict: error
 * needs: x86-64
 * finding: RMA-LOCAL-CONFLICT put=0@put store=1@clear
 * twin: plain_store_library_after.c
 */
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank, value = 3, *base;
    volatile size_t size = 400;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(1 << 20, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    memset(base, 0, size);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 5, 1, MPI_INT, win); /* @put */
    else
        memset(base, 0, size); /* @clear */
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
