/*
 * A split collective operation does not match a whole one.
 *
 * np: 2
 * verdict: error
 * finding: COLL-KIND-MISMATCH call=0@begin call=1@whole ranks=0,1
 * hangs: maybe
 * twin: order.c
 * flavours: mpich openmpi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
    int rank, numbers[4] = {0};
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "together", mode, MPI_INFO_NULL, &file);
    if (rank == 0) {
        MPI_File_write_all_begin(file, numbers, 4, MPI_INT); /* @begin */
        MPI_File_write_all_end(file, numbers, MPI_STATUS_IGNORE);
    } else {
        MPI_File_write_all(file, numbers, 4, MPI_INT, /* @whole */
                           MPI_STATUS_IGNORE);
    }
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
