/*
 * What is packed, and unpacked into, is described by a committed datatype.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    double column[9] = {0};
    char packed[256];
    int position = 0;
    MPI_Datatype type;

    MPI_Init(&argc, &argv);
    MPI_Type_vector(3, 1, 3, MPI_DOUBLE, &type);
    MPI_Type_commit(&type);
    MPI_Pack(column, 1, type, packed, 256, &position, MPI_COMM_WORLD);
    position = 0;
    MPI_Unpack(packed, 256, &position, column, 1, type, MPI_COMM_WORLD);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
