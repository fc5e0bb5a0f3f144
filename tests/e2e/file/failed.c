/*
 * What is written to a device that is full is lost, and nobody looks.
 *
 * np: 2
 * verdict: warning
 * finding: IO-FAILED call=*@write ranks=0,1 count=2
 * says: called MPI_File_write_at, which failed with MPI_ERR_
 * says: and does not look at what it returned
 * twin: failed_looked.c
 * flavours: mpich (that of Open MPI returns MPI_SUCCESS)
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank = 0, size;
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (MPI_File_open(MPI_COMM_WORLD, "/dev/full", MPI_MODE_WRONLY, MPI_INFO_NULL, &file) != MPI_SUCCESS)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_File_write_at(file, rank * (MPI_Offset)sizeof rank, &rank, 1, MPI_INT, MPI_STATUS_IGNORE); /* @write */
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_File_close(&file);
    MPI_Finalize();
    return rank > size;
}
