/*
 * A window is made with no_locks by one of its processes, and locked by the
 * other.
 *
 * np: 2
 * verdict: error
 * finding: INFO-NO-LOCKS lock=1@lock
 * twin: no_locks_fence.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[4] = {0};
    MPI_Info info;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Info_create(&info);
    if (rank == 0)
        MPI_Info_set(info, "no_locks", "true");
    MPI_Win_create(data, sizeof data, sizeof(int), info, MPI_COMM_WORLD, &win);
    MPI_Info_free(&info);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    if (rank == 1 &&
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win) == MPI_SUCCESS) /* @lock */
        MPI_Win_unlock(1, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
