/*
 * The target goes through several places again and again, until another process
 * has put something into each: a loop in a loop, of which a run may see one round.
 *
 * np: 2
 * compiler: mpicc
 * flags: -O2
 * verdict: clean
 */
#include <mpi.h>

#define COUNT 4

static void await_all(const volatile int *flags)
{
    int i, all;

    do {
        all = 1;
        for (i = 0; i < COUNT; i++)
            if (flags[i] == 0) {
                all = 0;
                break;
            }
    } while (!all);
}

int main(int argc, char **argv)
{
    int rank, i, ones[COUNT] = {1, 1, 1, 1}, *flags;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &flags, &window);
    for (i = 0; i < COUNT; i++)
        flags[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, window);
        MPI_Put(ones, COUNT, MPI_INT, 1, 0, COUNT, MPI_INT, window);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_unlock(1, window);
    } else {
        MPI_Win_lock_all(0, window);
        MPI_Barrier(MPI_COMM_WORLD);
        await_all(flags);
        MPI_Win_sync(window);
        MPI_Win_unlock_all(window);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
