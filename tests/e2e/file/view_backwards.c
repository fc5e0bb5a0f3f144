/*
 * Views whose filetype has its blocks in another order than the file, or
 * before its begin; one that begins before the file; and MPI_INT, which is
 * right.
 *
 * np: 1
 * verdict: error
 * finding: IO-VIEW call=0@backwards open=0@open
 * finding: IO-VIEW call=0@before open=0@open
 * finding: IO-VIEW call=0@begin open=0@open
 * flavours: mpich openmpi
 * twin: view_alike.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_File file;
    MPI_Datatype backwards, before;
    int lengths[2] = {1, 1}, displs[2] = {5, 1}, less[2] = {-1, 1};

    MPI_Init(&argc, &argv);
    MPI_Type_indexed(2, lengths, displs, MPI_INT, &backwards);
    MPI_Type_commit(&backwards);
    MPI_Type_indexed(2, lengths, less, MPI_INT, &before);
    MPI_Type_commit(&before);
    MPI_File_open(MPI_COMM_SELF, "view_backwards", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file); /* @open */
    MPI_File_set_view(file, 0, MPI_INT, backwards, "native", MPI_INFO_NULL); /* @backwards */
    MPI_File_set_view(file, 64, MPI_INT, before, "native", MPI_INFO_NULL); /* @before */
    MPI_File_set_view(file, -8, MPI_INT, MPI_INT, "native", MPI_INFO_NULL); /* @begin */
    MPI_File_set_view(file, 8, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_close(&file);
    MPI_Type_free(&before);
    MPI_Type_free(&backwards);
    MPI_Finalize();
    return 0;
}
