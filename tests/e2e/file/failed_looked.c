/*
 * Files that are not there: one that is deleted to be sure of that, one of
 * which the program looks whether it was opened, and one that an error handler
 * of its own is told of.
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
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_File_delete("missing", MPI_INFO_NULL);
    result = MPI_File_open(MPI_COMM_WORLD, "missing", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    if (result == MPI_SUCCESS)
        MPI_File_close(&file);
    MPI_File_create_errhandler(note, &handler);
    MPI_File_set_errhandler(MPI_FILE_NULL, handler);
    MPI_File_open(MPI_COMM_WORLD, "missing", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN);
    MPI_Errhandler_free(&handler);
    MPI_Finalize();
    return result == MPI_SUCCESS || told != 1;
}
