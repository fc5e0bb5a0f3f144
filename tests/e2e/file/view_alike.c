/*
 * Views whose filetype is made of etypes: of MPI_BYTE is what has any type.
 *
 * np: 1
 * verdict: clean
 * flavours: mpich openmpi
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_File file;
    MPI_Datatype pair, pairs, plane;
    MPI_Aint offsets[2] = {0, 4};
    MPI_Datatype members[2] = {MPI_INT, MPI_FLOAT};
    int lengths[2] = {1, 1}, sizes[2] = {4, 4}, part[2] = {2, 2},
        starts[2] = {0, 2};

    MPI_Init(&argc, &argv);
    MPI_Type_create_struct(2, lengths, offsets, members, &pair);
    MPI_Type_commit(&pair);
    MPI_Type_vector(3, 2, 4, pair, &pairs);
    MPI_Type_commit(&pairs);
    MPI_Type_create_subarray(2, sizes, part, starts, MPI_ORDER_C, MPI_DOUBLE,
                             &plane);
    MPI_Type_commit(&plane);
    MPI_File_open(MPI_COMM_SELF, "view_alike",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    MPI_File_set_view(file, 0, pair, pair, "native", MPI_INFO_NULL);
    MPI_File_set_view(file, 0, pair, pairs, "native", MPI_INFO_NULL);
    MPI_File_set_view(file, 0, MPI_DOUBLE, plane, "native", MPI_INFO_NULL);
    MPI_File_set_view(file, 0, MPI_BYTE, plane, "native", MPI_INFO_NULL);
    MPI_File_set_view(file, 0, MPI_BYTE, pairs, "native", MPI_INFO_NULL);
    MPI_File_close(&file);
    MPI_Type_free(&plane);
    MPI_Type_free(&pairs);
    MPI_Type_free(&pair);
    MPI_Finalize();
    return 0;
}
