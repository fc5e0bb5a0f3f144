/*
 * A window with no_locks is used by fences; one of which it was asked whether
 * the MPI uses the key, and one without, are locked.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, data[4] = {0}, more[4] = {0}, has = 0;
    char value[8] = "";
    MPI_Info info, used;
    MPI_Win win, other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&info);
    MPI_Info_set(info, "no_locks", "true");
    MPI_Win_create(data, sizeof data, sizeof(int), info, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_get_info(win, &used);
    MPI_Info_get(used, "no_locks", 7, value, &has);
    MPI_Info_free(&used);
    if (!has || value[0] != 't') {
        MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
        MPI_Win_unlock(rank, win);
    }
    MPI_Info_set(info, "no_locks", "false");
    MPI_Win_create(more, sizeof more, sizeof(int), info, MPI_COMM_WORLD, &other);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, other);
    MPI_Win_unlock(rank, other);
    MPI_Win_free(&other);
    MPI_Win_free(&win);
    MPI_Info_free(&info);
    MPI_Finalize();
    return 0;
}
