/*
 * As memory_released.c, after MPI_Win_free and MPI_Win_detach; memory that is
 * attached yet as a window is freed is detached by that.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, value, *base, *attached, *kept;
    MPI_Win window, dynamic;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    value = rank;
    base = calloc(64, sizeof *base);
    attached = calloc(64, sizeof *attached);
    kept = calloc(64, sizeof *kept);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
    MPI_Win_attach(dynamic, attached, 256);
    MPI_Win_attach(dynamic, kept, 256);
    MPI_Win_create(base + 4, 64, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &window);
    MPI_Win_fence(0, window);
    MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, window);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
    MPI_Win_detach(dynamic, attached);
    free(attached);
    MPI_Win_free(&window);
    free(base);
    MPI_Win_free(&dynamic);
    free(kept);
    MPI_Finalize();
    return 0;
}
