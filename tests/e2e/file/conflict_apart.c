/*
 * Two processes write to a file each its own bytes, interleaved by views; the
 * same bytes with MPI_File_sync on both sides of a barrier, and in atomic mode;
 * by the shared file pointer; and they read what nobody writes.
 *
 * np: 2
 * verdict: clean
 * flavours: mpich openmpi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, numbers[4] = {0};
    MPI_Datatype pair, type;
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "apart", MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_write_at(file, 16 * rank, numbers, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
    MPI_File_read_at(file, 0, numbers, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_create_resized(pair, 0, 16, &type);
    MPI_Type_commit(&type);
    MPI_File_set_view(file, 64 + 8 * rank, MPI_INT, type, "native", MPI_INFO_NULL);
    MPI_Type_free(&pair);
    MPI_Type_free(&type);
    MPI_File_write_all(file, numbers, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_at_all(file, 6, numbers, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_set_atomicity(file, 1);
    MPI_File_write_at(file, 100, numbers, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_set_atomicity(file, 0);
    MPI_File_sync(file);
    MPI_File_seek(file, 100 + 4 * rank, MPI_SEEK_SET);
    MPI_File_write(file, numbers, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write(file, numbers, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
