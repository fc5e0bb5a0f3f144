/*
 * Messages and barriers while locks are held: the other process takes its
 * lock surely before, or after, or both share it, or it is of another target.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

static MPI_Win win;
static int value;

static void hold(int type, int target)
{
    MPI_Win_lock(type, target, 0, win);
    MPI_Get(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
    MPI_Win_unlock(target, win);
}

int main(int argc, char **argv)
{
    int rank, *base, token = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL,
                     MPI_COMM_WORLD, &base, &win);
    if (rank == 0) {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Recv(&token, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_unlock(0, win);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Recv(&token, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_unlock(0, win);
    } else {
        hold(MPI_LOCK_EXCLUSIVE, 0);
        MPI_Barrier(MPI_COMM_WORLD);
        hold(MPI_LOCK_EXCLUSIVE, 1);
        MPI_Send(&token, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        hold(MPI_LOCK_EXCLUSIVE, 0);
        MPI_Barrier(MPI_COMM_WORLD);
        hold(MPI_LOCK_SHARED, 0);
        MPI_Send(&token, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
