/*
 * More is packed than the buffer has, from its beginning and behind what is
 * packed before, and more is unpacked than there is.
 *
 * np: 1
 * verdict: error
 * finding: ARG-PACKED call=0@first
 * finding: ARG-PACKED call=0@second
 * finding: ARG-PACKED call=0@unpack
 * finding: ARG-PACKED call=0@external
 * finding: ARG-PACKED call=0@external_unpack
 * twin: packed_fits.c
 */
#include <mpi.h>

static int result; /* looked at later: then it is none that is provoked */

int main(int argc, char **argv)
{
    long numbers[2] = {0};
    char buffer[256] = {0};
    int data[8] = {0}, position = 0;
    MPI_Aint at = 0;
    MPI_Datatype type;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Type_vector(2, 2, 3, MPI_INT, &type);
    MPI_Type_commit(&type);
    result = MPI_Pack(data, 8, MPI_INT, buffer, 31, &position, MPI_COMM_SELF); /* @first */
    position = 0;
    MPI_Pack(data, 4, MPI_INT, buffer, 24, &position, MPI_COMM_SELF);
    result = MPI_Pack(data, 4, MPI_INT, buffer, 24, &position, MPI_COMM_SELF); /* @second */
    position = 0;
    result = MPI_Unpack(buffer, 24, &position, data, 7, MPI_INT, MPI_COMM_SELF); /* @unpack */
    result = MPI_Pack_external("external32", numbers, 2, MPI_LONG, buffer, 7, &at); /* @external */
    at = 1;
    result = MPI_Unpack_external("external32", buffer, 16, &at, data, 1, type); /* @external_unpack */
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
