/*
 * As memory_freed.c, after MPI_Win_free; other memory is freed while there is
 * a window, and so is memory that is no longer attached to one.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value, *base, *other, *attached;
    MPI_Win window, dynamic;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    value = rank;
    MPI_Alloc_mem(256, MPI_INFO_NULL, &base);
    MPI_Alloc_mem(256, MPI_INFO_NULL, &other);
    MPI_Alloc_mem(256, MPI_INFO_NULL, &attached);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
    MPI_Win_attach(dynamic, attached, 256);
    MPI_Win_create(base + 4, 64, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD,
                   &window);
    MPI_Win_fence(0, window);
    MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, window);
    MPI_Free_mem(other);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, window);
    MPI_Win_detach(dynamic, attached);
    MPI_Free_mem(attached);
    MPI_Win_free(&dynamic);
    MPI_Win_free(&window);
    MPI_Free_mem(base);
    MPI_Finalize();
    return 0;
}
