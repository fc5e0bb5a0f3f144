/*
 * As refused_seek.c, to the begin of the file.
 *
 * np: 2
 * verdict: clean
 * flavours: mpich openmpi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_WORLD, "refused_seek_not", MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_set_errhandler(file, MPI_ERRORS_ARE_FATAL);
    MPI_File_seek(file, 4, MPI_SEEK_SET);
    MPI_File_seek(file, -4, MPI_SEEK_CUR);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
