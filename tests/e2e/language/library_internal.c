/*
 * Functions in which the MPI libraries call themselves (files, windows,
 * finalize): just the application's own calls are seen.
 *
 * np: 2
 * verdict: clean
 * ways: all
 * flavours: mpich openmpi  (the reference MPI has no files)
 * calls: 0=14 1=14
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, values[16] = {0}, *base;
    MPI_File file;
    MPI_Comm comm;
    MPI_Win win;
    char name[] = "test-file";

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank,
                        MPI_INFO_NULL, &comm);
    MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, comm, &base, &win);
    MPI_Win_fence(0, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
    MPI_Comm_free(&comm);
    MPI_File_open(MPI_COMM_WORLD, name,
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    MPI_File_set_view(file, 64 * rank, MPI_INT, MPI_INT, "native",
                      MPI_INFO_NULL);
    MPI_File_write_all(file, values, 16, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at_all(file, 0, values, 16, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
