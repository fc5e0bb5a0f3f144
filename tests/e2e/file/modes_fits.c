/*
 * Files that are used as they were opened; split collective operations one
 * after the other, independent calls between begin and end.
 *
 * np: 1
 * verdict: clean
 * flavours: mpich openmpi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int numbers[4] = {0}, create = MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE;
    MPI_File file, other;
    MPI_Request request;
    MPI_Datatype type;

    MPI_Init(&argc, &argv);
    MPI_File_open(MPI_COMM_SELF, "fits_b", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    MPI_Type_vector(2, 1, 2, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_File_set_view(file, 0, MPI_INT, type, "native", MPI_INFO_NULL);
    MPI_Type_free(&type);
    MPI_File_write_all_begin(file, numbers, 4, MPI_INT);
    MPI_File_write_at(file, 4, numbers, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_write_all_end(file, numbers, MPI_STATUS_IGNORE);
    MPI_File_write_at_all_begin(file, 0, numbers, 4, MPI_INT);
    MPI_File_write_at_all_end(file, numbers, MPI_STATUS_IGNORE);
    MPI_File_write_at_all(file, 0, numbers, 4, MPI_UNSIGNED, MPI_STATUS_IGNORE);
    MPI_File_write_at_all(file, 0, numbers, 4 * sizeof(int), MPI_BYTE, MPI_STATUS_IGNORE);
    MPI_File_write_at_all(file, 0, numbers, 2, MPI_2INT, MPI_STATUS_IGNORE);
    MPI_File_seek(file, -1, MPI_SEEK_CUR);
    MPI_File_iwrite(file, numbers, 1, MPI_INT, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_set_size(file, 64);
    MPI_File_close(&file);
    MPI_File_open(MPI_COMM_SELF, "fits_b", MPI_MODE_RDONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
    MPI_File_read(file, numbers, 4, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_open(MPI_COMM_SELF, "fits_c", create | MPI_MODE_RDWR, MPI_INFO_NULL, &other);
    MPI_File_iread_at(file, 0, numbers, 4, MPI_INT, &request);
    MPI_File_close(&other);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Finalize();
    return 0;
}
