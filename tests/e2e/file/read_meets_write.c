/*
 * One process reads while the other writes, together.
 *
 * np: 2
 * verdict: error
 * finding: COLL-KIND-MISMATCH call=0@read call=1@write ranks=0,1
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
    if (rank == 0)
        MPI_File_read_at_all(file, 0, numbers, 4, MPI_INT, /* @read */
                             MPI_STATUS_IGNORE);
    else
        MPI_File_write_at_all(file, 0, numbers, 4, MPI_INT, /* @write */
                              MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
