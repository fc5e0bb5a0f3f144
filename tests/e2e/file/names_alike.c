/*
 * Each process opens a file of its own on MPI_COMM_SELF; and all one, of one
 * name. (MPICH and Open MPI take no other names of it.)
 *
 * np: 3
 * verdict: clean
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
    MPI_File_open(MPI_COMM_SELF, name, mode, MPI_INFO_NULL, &file);
    MPI_File_write(file, &rank, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_File_open(MPI_COMM_WORLD, "whole", mode, MPI_INFO_NULL, &file);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
