/*
 * The twin of all_conflict.c: synchronized before and behind the barrier; a
 * process may write nothing, and all read what nobody writes.
 *
 * np: 2
 * verdict: clean
 * flavours: mpich openmpi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, out[4] = {1, 1, 1, 1}, in[4];
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "all_apart", MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_write_at_all(file, rank * 16, out, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
    MPI_File_read_at_all(file, (1 - rank) * 16, in, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
    MPI_File_write_at_all(file, 32, out, rank == 0 ? 4 : 0, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at_all(file, rank * 16, in, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Finalize();
    return in[0] != 1;
}
