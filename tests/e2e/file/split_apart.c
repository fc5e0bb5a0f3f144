/*
 * Split collective operations, whose buffers are used before and after, and
 * others between their begin and end.
 *
 * np: 2
 * verdict: clean
 * flavours: mpich openmpi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, i, numbers[4] = {0}, other[4] = {0}, third[4];
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split_apart",
                  MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_RDWR,
                  MPI_INFO_NULL, &file);
    for (i = 0; i < 2; i++) {
        MPI_File_write_at_all_begin(file, rank * 16, numbers, 16, MPI_BYTE);
        MPI_Sendrecv(other, 4, MPI_INT, 1 - rank, 0, third, 4, MPI_INT,
                     1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_File_write_at_all_end(file, numbers, MPI_STATUS_IGNORE);
        MPI_File_read_at_all_begin(file, rank * 16, numbers, 16, MPI_BYTE);
        MPI_File_read_at_all_end(file, numbers, MPI_STATUS_IGNORE);
        MPI_Sendrecv(numbers, 4, MPI_INT, 1 - rank, 0, other, 4, MPI_INT,
                     1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
