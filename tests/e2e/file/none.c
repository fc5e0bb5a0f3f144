/*
 * The reference MPI has no files, and a program that does not look whether
 * MPI_File_open has failed uses what it has not opened: it is told why.
 *
 * np: 2
 * verdict: error
 * finding: ARG-NULL-HANDLE call=*@write failed=*@open ranks=0,1 count=2
 * says: an MPI_File_open that failed with MPI_ERR_UNSUPPORTED_OPERATION:
 * says: MPI_ERR_UNSUPPORTED_OPERATION: the reference MPI has no files
 * twin: none_looked.c
 * flavours: abi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_File file = MPI_FILE_NULL;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "data", /* @open */
                  MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    MPI_File_write_at(file, rank * (MPI_Offset)sizeof rank, /* @write */
                      &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
