/*
 * Each process puts into the other's window of eight bytes and stores nothing
 * itself.  (Debian 12's MPICH puts part of that into the window before: see
 * libcheck/mpi_fault.h.)
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, i, value, flag, *base;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(8, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    base[0] = 0;
    MPI_Win_fence(0, window);
    for (i = 0; i < 50; i++) {
        value = rank * 1000 + i + 300;
        MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, window);
        MPI_Iprobe(MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, &flag,
                   MPI_STATUS_IGNORE);
        MPI_Win_fence(0, window);
    }
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
