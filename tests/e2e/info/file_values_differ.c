/*
 * Two processes open a file with unlike values of nb_proc, which must appear
 * with the same value everywhere; a third gives none.
 *
 * np: 3
 * flavours: mpich openmpi
 * verdict: error
 * finding: COLL-ARGUMENT-MISMATCH call=0@open call=1@open call=2@open
 * twin: file_values_same.c
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
    if (rank != 2)
        MPI_Info_set(info, "nb_proc", rank == 0 ? "1" : "2");
    MPI_Info_set(info, "access_style", rank == 0 ? "read_once" : "random");
    MPI_File_open(MPI_COMM_WORLD, name, /* @open */
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  info, &file);
    MPI_Info_free(&info);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
