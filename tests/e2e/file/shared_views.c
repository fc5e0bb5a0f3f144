/*
 * Processes with different views use the shared file pointer.
 *
 * np: 2
 * verdict: error
 * finding: IO-SHARED-VIEW call=*@ordered view=*@view view=*@view
 * says: have given the file different views.
 * flavours: mpich openmpi
 * twin: shared_views_alike.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, numbers[4] = {0};
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "shared_views", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_set_view(file, rank * 1024, MPI_INT, MPI_INT, "native", MPI_INFO_NULL); /* @view */
    MPI_File_write_ordered(file, numbers, 4, MPI_INT, MPI_STATUS_IGNORE); /* @ordered */
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
