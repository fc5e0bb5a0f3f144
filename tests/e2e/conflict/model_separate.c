/*
 * The memory model that the window says it has is that by which it is judged
 * (acceptance D1): the reference MPI has the separate one if it is asked for,
 * and then what was put is not in the target's memory before the target
 * synchronizes its copies, by the lock here.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

/* Not an MPI call's load, wrong here and of no use to the program: not to be
 * seen, and so by the kernel. */
static int look(const int *at)
{
    struct iovec bytes = {(void *)at, sizeof *at};
    int ends[2], value = 0;

    if (pipe(ends) != 0 || writev(ends[1], &bytes, 1) < 0 ||
        read(ends[0], &value, sizeof value) < 0)
        value = -1;
    close(ends[0]);
    close(ends[1]);
    return value;
}

int main(int argc, char **argv)
{
    int rank, *base, *model, flag, value = 1, seen = 0;
    MPI_Win win;

    setenv("MURMEL_MPI", "memory-model=separate", 1);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base,
                     &win);
    MPI_Win_get_attr(win, MPI_WIN_MODEL, &model, &flag);
    base[4] = 0;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    MPI_Win_unlock(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 4, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(&seen, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (flag && *model == MPI_WIN_SEPARATE && look(&base[4]) != 0)
            MPI_Abort(MPI_COMM_WORLD, 3);
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Send(base + 4, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Win_unlock(1, win);
        seen = 1;
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return flag && seen == 1 ? 0 : 3;
}
