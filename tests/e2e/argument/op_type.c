/*
 * Predefined operations on datatypes that they are not for: a derived one, bits
 * of floating point, characters, the index of a plain maximum, logic
 * of integers of Fortran, bits of a type that has no name.
 *
 * np: 1
 * verdict: error
 * finding: ARG-OP-TYPE call=0@derived
 * finding: ARG-OP-TYPE call=0@bits
 * finding: ARG-OP-TYPE call=0@characters
 * finding: ARG-OP-TYPE call=0@place
 * finding: ARG-OP-TYPE call=0@local
 * finding: ARG-OP-TYPE call=0@logical
 * finding: ARG-OP-TYPE call=0@unnamed
 * finding: ARG-OP-TYPE call=0@none
 * says: calls MPI_Allreduce with op = MPI_NO_OP, which is for accumulates into windows only
 * twin: op_type_fits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    _Alignas(int) char in[16] = {1, 2, 3, 4}, out[16] = {0};
    MPI_Comm self = MPI_COMM_SELF;
    MPI_Datatype pair, real;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Allreduce(in, out, 1, pair, MPI_SUM, self); /* @derived */
    MPI_Allreduce(in, out, 1, MPI_INT, MPI_NO_OP, self); /* @none */
    MPI_Type_free(&pair);
    MPI_Reduce(in, out, 1, MPI_FLOAT, MPI_BOR, 0, self); /* @bits */
    MPI_Scan(in, out, 3, MPI_CHAR, MPI_MAX, self); /* @characters */
    MPI_Allreduce(in, out, 1, MPI_INT, MPI_MAXLOC, self); /* @place */
    MPI_Reduce_local(in, out, 3, MPI_BYTE, MPI_SUM); /* @local */
    MPI_Allreduce(in, out, 1, MPI_INTEGER, MPI_LAND, self); /* @logical */
    MPI_Type_create_f90_real(6, 30, &real);
    MPI_Allreduce(in, out, 1, real, MPI_BXOR, self); /* @unnamed */
    MPI_Finalize();
    return 0;
}
