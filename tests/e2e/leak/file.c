/*
 * A file is never closed (MPI-4.1 14.2.1).
 *
 * np: 1
 * verdict: error
 * finding: LEAK-FILE call=0@open
 * flavours: mpich openmpi
 * twin: file_closed.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_File file;
    int mode = MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE;
    int value = 1;

    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_SELF, "left", mode, MPI_INFO_NULL, &file); /* @open */
    MPI_File_write(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
