/*
 * A window to which the process gives no memory needs no address, either.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
