/*
 * A datatype that is not committed describes what is packed, and what is
 * unpacked into.
 *
 * np: 1
 * verdict: error
 * finding: ARG-TYPE-NOT-COMMITTED call=0@pack
 * finding: ARG-TYPE-NOT-COMMITTED call=0@unpack
 * twin: pack_committed.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    double column[9] = {0};
    char packed[256];
    int position = 0;
    MPI_Datatype type;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Type_vector(3, 1, 3, MPI_DOUBLE, &type);
    MPI_Pack(column, 1, type, packed, 256, &position, MPI_COMM_WORLD); /* @pack */
    position = 0;
    MPI_Unpack(packed, 256, &position, column, 1, type, MPI_COMM_WORLD); /* @unpack */
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
