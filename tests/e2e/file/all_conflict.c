/*
 * All write their part of a file together, and read another's together: a
 * barrier between is not enough.
 *
 * np: 2
 * verdict: potential
 * finding: IO-CONFLICT write=0@write read=1@read ranks=0,1
 * flavours: mpich openmpi
 * twin: all_apart.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, out[4] = {1, 1, 1, 1}, in[4];
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "all_conflict", MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_write_at_all(file, rank * 16, out, 4, MPI_INT, MPI_STATUS_IGNORE); /* @write */
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_at_all(file, (1 - rank) * 16, in, 4, MPI_INT, MPI_STATUS_IGNORE); /* @read */
    MPI_File_close(&file);
    MPI_Finalize();
    return in[0] != 1;
}
