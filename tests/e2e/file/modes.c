/*
 * Modes that exclude each other, and calls that the mode, the state or the
 * view of a file does not permit.
 *
 * np: 1
 * verdict: error
 * finding: IO-AMODE call=0@none
 * finding: IO-AMODE call=0@two
 * finding: IO-AMODE call=0@create
 * finding: IO-AMODE call=0@sequential
 * finding: IO-ACCESS call=0@read open=0@wronly
 * finding: IO-ACCESS call=0@write open=0@rdonly
 * finding: IO-ACCESS call=0@iwrite open=0@rdonly
 * finding: IO-SEQUENTIAL call=0@at open=0@tape
 * finding: IO-SEQUENTIAL call=0@position open=0@tape
 * finding: IO-VIEW call=0@view open=0@wronly
 * finding: ARG-NEGATIVE call=0@offset
 * finding: ARG-NEGATIVE call=0@seek
 * finding: ARG-TYPE-NOT-COMMITTED call=0@uncommitted
 * finding: ARG-FREED-HANDLE call=0@closed closed=0@close
 * flavours: mpich openmpi
 * twin: modes_fits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int numbers[4] = {0}, create = MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File file, kept;
    MPI_Offset position;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Datatype type;

    MPI_Init(&argc, &argv);
    if (MPI_File_open(MPI_COMM_SELF, "modes_a", create, MPI_INFO_NULL, &file) == MPI_SUCCESS) /* @none */
        MPI_File_close(&file);
    if (MPI_File_open(MPI_COMM_SELF, "modes_a", create | MPI_MODE_RDWR | MPI_MODE_WRONLY, MPI_INFO_NULL, &file) == MPI_SUCCESS) /* @two */
        MPI_File_close(&file);
    if (MPI_File_open(MPI_COMM_SELF, "modes_a", create | MPI_MODE_RDONLY, MPI_INFO_NULL, &file) == MPI_SUCCESS) /* @create */
        MPI_File_close(&file);
    if (MPI_File_open(MPI_COMM_SELF, "modes_a", create | MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL, MPI_INFO_NULL, &file) == MPI_SUCCESS) /* @sequential */
        MPI_File_close(&file);

    MPI_File_open(MPI_COMM_SELF, "modes_b", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file); /* @wronly */
    MPI_File_write(file, numbers, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at(file, 0, numbers, 4, MPI_INT, MPI_STATUS_IGNORE); /* @read */
    MPI_File_write_at(file, -4, numbers, 1, MPI_INT, MPI_STATUS_IGNORE); /* @offset */
    MPI_File_seek(file, -4, MPI_SEEK_SET); /* @seek */
    MPI_File_set_view(file, 0, MPI_INT, MPI_SHORT, "native", MPI_INFO_NULL); /* @view */
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_File_set_view(file, 0, MPI_INT, type, "native", MPI_INFO_NULL); /* @uncommitted */
    MPI_Type_free(&type);
    MPI_File_close(&file);

    MPI_File_open(MPI_COMM_SELF, "modes_b", MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file); /* @rdonly */
    MPI_File_write(file, numbers, 4, MPI_INT, MPI_STATUS_IGNORE); /* @write */
    if (MPI_File_iwrite(file, numbers, 4, MPI_INT, &request) == MPI_SUCCESS) /* @iwrite */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_close(&file);

    MPI_File_open(MPI_COMM_SELF, "modes_c", create | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL, MPI_INFO_NULL, &file); /* @tape */
    MPI_File_write_at(file, 0, numbers, 1, MPI_INT, MPI_STATUS_IGNORE); /* @at */
    MPI_File_get_position(file, &position); /* @position */
    kept = file;
    MPI_File_close(&file); /* @close */
    MPI_File_set_atomicity(kept, 0); /* @closed */
    MPI_Finalize();
    return 0;
}
