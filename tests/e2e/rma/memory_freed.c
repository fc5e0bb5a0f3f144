/*
 * MPI_Free_mem of memory of which a part is in a window yet, whose last epoch
 * is over.
 *
 * np: 2
 * verdict: error
 * finding: RMA-MEMORY-FREED free=0@free allocated=0@alloc count=2 ranks=0,1
 * twin: memory_freed_after.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value, *base;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    value = rank;
    MPI_Alloc_mem(256, MPI_INFO_NULL, &base); /* @alloc */
    MPI_Win_create(base + 4, 64, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &window);
    MPI_Win_fence(0, window);
    MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, window);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
    MPI_Free_mem(base); /* @free */
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
