/*
 * A process reads back what it writes, before the write is complete; and has
 * two writes of the same bytes under way.
 *
 * np: 2
 * verdict: potential
 * finding: IO-CONFLICT write=0@write read=0@read ranks=0,1 cites=14.6.1
 * says: before MPI_File_iwrite_at was complete
 * finding: IO-CONFLICT write=0@first write=0@second ranks=0
 * twin: pending_apart.c
 * flavours: mpich openmpi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
    int rank, values[2] = {1, 2}, back;
    MPI_Request requests[2];
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "whole", mode, MPI_INFO_NULL, &file);
    MPI_File_iwrite_at(file, rank * 8, values, 2, MPI_INT, &requests[0]); /* @write */
    MPI_File_read_at(file, rank * 8 + 4, &back, 1, MPI_INT, MPI_STATUS_IGNORE); /* @read */
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    if (rank == 0) {
        MPI_File_open(MPI_COMM_SELF, "own", mode, MPI_INFO_NULL, &file);
        MPI_File_iwrite(file, values, 2, MPI_INT, &requests[0]); /* @first */
        MPI_File_iwrite_at(file, 4, values, 1, MPI_INT, &requests[1]); /* @second */
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        MPI_File_close(&file);
    }
    MPI_Finalize();
    return 0;
}
