/*
 * Memory is freed that is in a window yet, whose last epoch is over, and some
 * that is attached to one.
 *
 * np: 2
 * verdict: error
 * finding: RMA-MEMORY-FREED free=0@free count=2 ranks=0,1
 * finding: RMA-ATTACHED-FREED free=0@attached count=2 ranks=0,1
 * says: MPI_Win_free has not been called yet
 * says: neither MPI_Win_detach nor MPI_Win_free has been called
 * twin: memory_released_after.c
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, value, *base, *attached;
    MPI_Win window, dynamic;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    value = rank;
    base = calloc(64, sizeof *base);
    attached = calloc(64, sizeof *attached);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
    MPI_Win_attach(dynamic, attached, 256);
    MPI_Win_create(base + 4, 64, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &window);
    MPI_Win_fence(0, window);
    MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, window);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
    free(base); /* @free */
    free(attached); /* @attached */
    MPI_Win_free(&window);
    MPI_Win_free(&dynamic);
    MPI_Finalize();
    return 0;
}
