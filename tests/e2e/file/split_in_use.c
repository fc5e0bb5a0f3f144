/*
 * The buffers of split collective operations are used by other calls before
 * their ends: what is read is sent, what is written is received into.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-IN-USE use=*@send pending=*@read ranks=0,1 count=2 cites=14.4.5
 * finding: BUFFER-IN-USE use=*@receive pending=*@write ranks=0,1 count=2
 * flavours: mpich openmpi
 * twin: split_apart.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, numbers[4] = {0}, other[4] = {0};
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "split_in_use", MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_set_size(file, 64);
    MPI_File_read_at_all_begin(file, rank * 16, numbers, 16, MPI_BYTE); /* @read */
    MPI_Sendrecv(numbers, 4, MPI_INT, 1 - rank, 0, other, 4, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @send */
    MPI_File_read_at_all_end(file, numbers, MPI_STATUS_IGNORE);
    MPI_File_write_at_all_begin(file, 32 + rank * 16, numbers, 16, MPI_BYTE); /* @write */
    MPI_Sendrecv(other, 4, MPI_INT, 1 - rank, 0, numbers, 4, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @receive */
    MPI_File_write_at_all_end(file, numbers, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
