/*
 * Each process opens a file of its own, but they do it together. Open MPI
 * hangs, MPICH refuses it.
 *
 * np: 3
 * verdict: error
 * finding: COLL-ARGUMENT-MISMATCH call=0@open call=1@open call=2@open ranks=0,1,2 cites=14.2
 * says: but rank 2 calls MPI_File_open with filename "part.2"
 * twin: names_alike.c
 * flavours: mpich openmpi
 */
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int mode = MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE;
    int rank;
    char name[16];
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    snprintf(name, sizeof name, "part.%d", rank);
    if (MPI_File_open(MPI_COMM_WORLD, name, mode, MPI_INFO_NULL, &file) == MPI_SUCCESS) { /* @open */
        MPI_File_write(file, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
        MPI_File_close(&file);
    }
    MPI_Finalize();
    return 0;
}
