/*
 * Split collective operations that do not go together, and a view that is set
 * while one is active.
 *
 * np: 1
 * verdict: error
 * finding: IO-SPLIT call=0@none open=0@open
 * finding: IO-SPLIT call=0@between active=0@begin open=0@open
 * finding: IO-SPLIT-BUFFER call=0@end begin=0@other open=0@open
 * finding: IO-ETYPE call=0@floats view=0@ints open=0@open
 * finding: IO-ETYPE call=0@half view=0@ints open=0@open
 * finding: IO-PENDING call=0@view pending=0@begin open=0@open
 * finding: IO-PENDING call=0@resize pending=0@iwrite open=0@open
 * finding: IO-PENDING call=0@sync pending=0@iwrite open=0@open
 * flavours: mpich openmpi
 * twin: modes_fits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int numbers[4] = {0}, others[4] = {0};
    float fractions[4] = {0};
    MPI_File file;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_SELF, "split", MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_RDWR, MPI_INFO_NULL, &file); /* @open */
    MPI_File_write_at_all_begin(file, 0, numbers, 4, MPI_INT); /* @begin */
    MPI_File_read_at_all(file, 0, others, 4, MPI_INT, MPI_STATUS_IGNORE); /* @between */
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL); /* @view */
    MPI_File_write_at_all_end(file, numbers, MPI_STATUS_IGNORE);
    MPI_File_iwrite_at(file, 0, numbers, 4, MPI_INT, &request); /* @iwrite */
    MPI_File_set_size(file, 64); /* @resize */
    MPI_File_sync(file); /* @sync */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_read_all_end(file, numbers, MPI_STATUS_IGNORE); /* @none */
    MPI_File_read_at_all_begin(file, 0, numbers, 4, MPI_INT); /* @other */
    MPI_File_read_at_all_end(file, others, MPI_STATUS_IGNORE); /* @end */
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL); /* @ints */
    MPI_File_write(file, fractions, 4, MPI_FLOAT, MPI_STATUS_IGNORE); /* @floats */
    MPI_File_write(file, others, 5, MPI_BYTE, MPI_STATUS_IGNORE); /* @half */
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
