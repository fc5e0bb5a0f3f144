/*
 * All processes open a file with one value of nb_proc; access_style need not be
 * the same.
 *
 * np: 2
 * flavours: mpich openmpi
 * verdict: clean
 */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    MPI_Info info;
    MPI_File file;
    char name[64];
    int rank, id = (int)getpid();

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast(&id, 1, MPI_INT, 0, MPI_COMM_WORLD);
    snprintf(name, sizeof name, "/tmp/murmel-info-%d", id);
    MPI_Info_create(&info);
    MPI_Info_set(info, "nb_proc", "1");
    MPI_Info_set(info, "access_style", rank == 0 ? "read_once" : "random");
    MPI_File_open(MPI_COMM_WORLD, name, /* @open */
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  info, &file);
    MPI_Info_free(&info);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
