/*
 * The target looks at the location in a loop until it is there, by a function of
 * its own.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Without a loop of its own. */
static int is_there(const volatile int *base, MPI_Win window)
{
    MPI_Win_sync(window);
    if (base[0] == 42)
        return 1;
    return 0;
}

int main(int argc, char **argv)
{
    MPI_Comm comm = MPI_COMM_WORLD;
    int rank, value = 42, *base;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, comm, &base, &window);
    base[0] = 0;
    MPI_Barrier(comm);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, window);
        MPI_Barrier(comm);
        MPI_Win_unlock(1, window);
    } else {
        MPI_Win_lock_all(0, window);
        MPI_Barrier(comm);
        while (!is_there(base, window))
            continue;
        MPI_Win_unlock_all(window);
    }
    MPI_Barrier(comm);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
