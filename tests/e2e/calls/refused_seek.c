/*
 * A seek to before the file's begin, which is an error, and errors end the
 * processes: some MPIs by exit.
 *
 * np: 2
 * verdict: error
 * finding: PROCESS-KILLED inside=*@seek ...
 * flavours: mpich openmpi
 * twin: refused_seek_not.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_WORLD, "refused_seek", MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_set_errhandler(file, MPI_ERRORS_ARE_FATAL);
    MPI_File_seek(file, 4, MPI_SEEK_SET);
    MPI_File_seek(file, -5, MPI_SEEK_CUR); /* @seek */
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
