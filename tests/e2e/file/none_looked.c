/*
 * A program that goes on without the file where MPI_File_open fails.
 *
 * np: 2
 * verdict: clean
 * flavours: abi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_File file = MPI_FILE_NULL;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (MPI_File_open(MPI_COMM_WORLD, "data", MPI_MODE_CREATE | MPI_MODE_WRONLY,
                      MPI_INFO_NULL, &file) == MPI_SUCCESS) {
        MPI_File_write_at(file, rank * (MPI_Offset)sizeof rank, &rank, 1,
                          MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_close(&file);
    }
    MPI_Finalize();
    return 0;
}
