/*
 * Writes and reads that are under way at once, of bytes that do not overlap, or
 * reads alone, or in atomic mode; and of the same bytes, one after the other.
 *
 * np: 2
 * verdict: clean
 * flavours: mpich openmpi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
    int rank, flag = 0, values[2] = {1, 2}, back[2] = {0, 0};
    MPI_Request requests[2];
    MPI_File file;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File_open(MPI_COMM_WORLD, "whole", mode, MPI_INFO_NULL, &file);
    MPI_File_iwrite_at(file, rank * 8, values, 1, MPI_INT, &requests[0]);
    MPI_File_iwrite_at(file, rank * 8 + 4, values, 1, MPI_INT, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_File_iread_at(file, rank * 8, &back[0], 1, MPI_INT, &requests[0]);
    MPI_File_read_at(file, rank * 8, &back[1], 1, MPI_INT, MPI_STATUS_IGNORE);
    while (!flag)
        MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
    MPI_File_write_at(file, rank * 8, values, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_File_open(MPI_COMM_SELF, rank == 0 ? "one" : "other", mode, MPI_INFO_NULL, &file);
    MPI_File_iwrite(file, values, 2, MPI_INT, &requests[0]);
    MPI_File_iwrite(file, values, 2, MPI_INT, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    MPI_File_set_atomicity(file, 1);
    MPI_File_iwrite_at(file, 0, values, 2, MPI_INT, &requests[0]);
    MPI_File_read_at(file, 0, back, 2, MPI_INT, MPI_STATUS_IGNORE);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
