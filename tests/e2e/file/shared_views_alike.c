/*
 * Processes use the shared file pointer while they have one view, whose types
 * each has made for itself, or that show the same by different filetypes; with
 * different ones they use their own.
 *
 * np: 2
 * verdict: clean
 * flavours: mpich openmpi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, numbers[4] = {0};
    MPI_Datatype pair;
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_File_open(MPI_COMM_WORLD, "shared_views_alike", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_write_shared(file, numbers, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_set_view(file, rank * 1024, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_write_all(file, numbers, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_set_view(file, 8192, MPI_INT, pair, "native", MPI_INFO_NULL);
    MPI_File_write_ordered(file, numbers, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_set_view(file, 8192, MPI_INT, rank == 0 ? MPI_INT : pair, "native", MPI_INFO_NULL);
    MPI_File_write_ordered(file, numbers, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Type_free(&pair);
    MPI_Finalize();
    return 0;
}
