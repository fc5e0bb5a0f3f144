/*
 * A process opens a file for itself and reads once a flag in a window says that
 * the other one has written and closed it.
 *
 * np: 2
 * verdict: clean
 * flavours: mpich openmpi
 */
#include <mpi.h>

static int flag_of(MPI_Win win)
{
    int flag;

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Get(&flag, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
    MPI_Win_unlock(0, win);
    return flag;
}

int main(int argc, char **argv)
{
    int rank, one = 1, numbers[4] = {0}, *base;
    MPI_File file;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    *base = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_File_open(MPI_COMM_SELF, "flag", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
        MPI_File_write_at(file, 0, numbers, 4, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_close(&file);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
    } else {
        while (!flag_of(win))
            ;
        MPI_File_open(MPI_COMM_SELF, "flag", MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
        MPI_File_read_at(file, 0, numbers, 4, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_close(&file);
    }
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
