/*
 * A process sends behind a collective call on a file, the other receives
 * before it.
 *
 * np: 2
 * verdict: error|potential
 * finding: DEADLOCK|POTENTIAL-DEADLOCK waits=0@sync waits=1@recv count=1
 * twin: order.c
 * flavours: mpich openmpi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
    int rank, number = 0;
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "together", mode, MPI_INFO_NULL, &file);
    if (rank == 0) {
        MPI_File_sync(file); /* @sync */
        MPI_Send(&number, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, /* @recv */
                 MPI_STATUS_IGNORE);
        MPI_File_sync(file);
    }
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
