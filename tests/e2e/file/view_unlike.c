/*
 * Views whose filetype has as many bytes as etypes, but is not made of them.
 *
 * np: 1
 * verdict: error
 * finding: IO-VIEW call=0@double open=0@open
 * finding: IO-VIEW call=0@floats open=0@open
 * finding: IO-VIEW call=0@struct open=0@open
 * flavours: mpich openmpi
 * twin: view_alike.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_File file;
    MPI_Datatype floats, pair;
    MPI_Aint offsets[2] = {0, 4};
    MPI_Datatype members[2] = {MPI_INT, MPI_FLOAT};
    int lengths[2] = {1, 1};

    MPI_Init(&argc, &argv);
    MPI_Type_vector(2, 1, 2, MPI_FLOAT, &floats);
    MPI_Type_commit(&floats);
    MPI_Type_create_struct(2, lengths, offsets, members, &pair);
    MPI_Type_commit(&pair);
    MPI_File_open(MPI_COMM_SELF, "view_unlike", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file); /* @open */
    MPI_File_set_view(file, 0, MPI_INT, MPI_DOUBLE, "native", MPI_INFO_NULL); /* @double */
    MPI_File_set_view(file, 0, MPI_INT, floats, "native", MPI_INFO_NULL); /* @floats */
    MPI_File_set_view(file, 0, pair, floats, "native", MPI_INFO_NULL); /* @struct */
    MPI_File_close(&file);
    MPI_Type_free(&floats);
    MPI_Type_free(&pair);
    MPI_Finalize();
    return 0;
}
