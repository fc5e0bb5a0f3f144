/*
 * A file that may only be read is written: on purpose, where the program has
 * set the file's error handler and looks at what the call returns; under the
 * handler that files have by default it is an error.
 *
 * np: 1
 * verdict: error
 * finding: CALL-PROVOKED call=0@provoked open=0@open
 * finding: IO-ACCESS call=0@default open=0@open
 * options: --notes
 * flavours: mpich openmpi
 * twin: modes_fits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int numbers[4] = {0}, failed = 0;
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_SELF, "provoked_file", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    MPI_File_write(file, numbers, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_File_open(MPI_COMM_SELF, "provoked_file", MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file); /* @open */
    if (MPI_File_write(file, numbers, 4, MPI_INT, MPI_STATUS_IGNORE) != MPI_SUCCESS) /* @default */
        failed++;
    MPI_File_set_errhandler(file, MPI_ERRORS_RETURN);
    if (MPI_File_write(file, numbers, 4, MPI_INT, MPI_STATUS_IGNORE) != MPI_SUCCESS) /* @provoked */
        failed++;
    MPI_File_close(&file);
    MPI_Finalize();
    return failed == 2 ? 0 : 3;
}
