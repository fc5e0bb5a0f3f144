/*
 * Elementary datatypes that differ, but not in their extent.
 *
 * np: 2
 * verdict: clean
 * flavours: mpich openmpi
 */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    MPI_Datatype etype;
    MPI_File file;
    char name[64];
    int rank, id = (int)getpid();

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(&id, 1, MPI_INT, 0, MPI_COMM_WORLD);
    snprintf(name, sizeof name, "/tmp/murmel-view-%d", id);
    MPI_File_open(MPI_COMM_WORLD, name,
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    etype = rank == 0 ? MPI_INT : MPI_FLOAT;
    MPI_File_set_view(file, 0, etype, etype, "native",
                      MPI_INFO_NULL);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
