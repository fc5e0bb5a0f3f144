/*
 * A file that is not there is read without a look at what MPI_File_open
 * returned; the one that is opened afterwards has no part in it.
 *
 * np: 1
 * verdict: error
 * finding: ARG-NULL-HANDLE call=0@read failed=0@open
 * finding: ARG-NULL-HANDLE call=0@later
 * says: after an MPI_File_open that failed with MPI_ERR_NO_SUCH_FILE.
 * twin: modes_fits.c
 * flavours: mpich openmpi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_File file, nothing = MPI_FILE_NULL;
    int data = 0;

    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_WORLD, "missing", MPI_MODE_RDONLY, /* @open */
                  MPI_INFO_NULL, &nothing);
    nothing = MPI_FILE_NULL;
    MPI_File_read(nothing, &data, 1, MPI_INT, MPI_STATUS_IGNORE); /* @read */
    MPI_File_open(MPI_COMM_WORLD, "data",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    MPI_File_read(nothing, &data, 1, MPI_INT, MPI_STATUS_IGNORE); /* @later */
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
