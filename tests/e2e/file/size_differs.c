/*
 * The processes do not agree how long the file is to be.
 *
 * np: 2
 * verdict: error
 * finding: COLL-ARGUMENT-MISMATCH call=0@size call=1@size ranks=0,1
 * hangs: maybe
 * twin: order.c
 * flavours: mpich openmpi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
    int rank;
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "together", mode, MPI_INFO_NULL, &file);
    MPI_File_set_size(file, 32 + 32 * rank); /* @size */
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
