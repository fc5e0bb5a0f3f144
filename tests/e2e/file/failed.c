/*
 * A file that is not there is opened, and nobody looks whether it was; what
 * follows from that is not told again.
 *
 * np: 2
 * verdict: warning
 * finding: IO-FAILED call=*@open ranks=0,1 count=2
 * says: failed with MPI_ERR_NO_SUCH_FILE, and does not look at what it returned
 * twin: failed_looked.c
 * flavours: mpich openmpi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank = 0, size;
    MPI_File file = MPI_FILE_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "missing", MPI_MODE_RDONLY, MPI_INFO_NULL, &file); /* @open */
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Finalize();
    return file != MPI_FILE_NULL && rank > size;
}
