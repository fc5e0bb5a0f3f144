/*
 * What a nonblocking read has not yet stored is written to the file.
 *
 * np: 1
 * verdict: error
 * finding: BUFFER-IN-USE use=0@write pending=0@read cites=14.4.1
 * flavours: mpich openmpi
 * twin: modes_fits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int numbers[4] = {0};
    MPI_File file;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_SELF, "buffer", MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_set_size(file, 32);
    MPI_File_iread_at(file, 0, numbers, 4, MPI_INT, &request); /* @read */
    MPI_File_write_at(file, 16, numbers, 4, MPI_INT, MPI_STATUS_IGNORE); /* @write */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
