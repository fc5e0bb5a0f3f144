/*
 * Files that are not there: one that is deleted to be sure of that, one of
 * which the program looks whether it was opened, by the result and by the
 * handle; a device that is full, where it looks, or has an error handler of its
 * own.
 *
 * np: 2
 * verdict: clean
 * flavours: mpich openmpi
 */
#include <mpi.h>

static int told;

static void note(MPI_File *file, int *error, ...)
{
    (void)file;
    (void)error;
    told++;
}

int main(int argc, char **argv)
{
    MPI_Errhandler handler;
    int rank, result;
    MPI_File file, none = MPI_FILE_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_File_delete("missing", MPI_INFO_NULL);
    result = MPI_File_open(MPI_COMM_WORLD, "missing", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    if (result == MPI_SUCCESS)
        MPI_File_close(&file);
    MPI_File_open(MPI_COMM_WORLD, "missing", MPI_MODE_RDONLY, MPI_INFO_NULL, &none);
    if (none != MPI_FILE_NULL)
        MPI_File_close(&none);
    MPI_File_open(MPI_COMM_WORLD, "/dev/full", MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    result = MPI_File_write_at(file, rank * (MPI_Offset)sizeof rank, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
    if (result != MPI_SUCCESS)
        told++;
    MPI_File_create_errhandler(note, &handler);
    MPI_File_set_errhandler(file, handler);
    MPI_Errhandler_free(&handler);
    MPI_File_write_at(file, rank * (MPI_Offset)sizeof rank, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Finalize();
    return told > 2;
}
