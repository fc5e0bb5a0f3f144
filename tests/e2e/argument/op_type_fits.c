/*
 * Operations on the datatypes that they are for; on any, where there are no
 * data or the op is the program's own.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>

static void keep(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)in;
    (void)inout;
    (void)count;
    (void)type;
}

int main(int argc, char **argv)
{
    _Alignas(16) char in[64] = {0}, out[64] = {0};
    MPI_Comm self = MPI_COMM_SELF;
    MPI_Datatype pair, type;
    MPI_Op op;

    MPI_Init(&argc, &argv);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Op_create(keep, 1, &op);
    MPI_Allreduce(in, out, 2, pair, op, self);
    MPI_Scan(in, out, 3, MPI_CHAR, op, self);
    MPI_Op_free(&op);
    MPI_Type_free(&pair);
    MPI_Allreduce(in, out, 1, MPI_INT, MPI_SUM, self);
    MPI_Allreduce(in, out, 1, MPI_SIGNED_CHAR, MPI_MAX, self);
    MPI_Allreduce(in, out, 1, MPI_UINT8_T, MPI_LXOR, self);
    MPI_Allreduce(in, out, 1, MPI_BYTE, MPI_BAND, self);
    MPI_Allreduce(in, out, 1, MPI_AINT, MPI_MIN, self);
    MPI_Allreduce(in, out, 1, MPI_C_BOOL, MPI_LAND, self);
    MPI_Allreduce(in, out, 1, MPI_INT, MPI_LOR, self);
    MPI_Allreduce(in, out, 1, MPI_INTEGER, MPI_BOR, self);
    MPI_Allreduce(in, out, 1, MPI_C_DOUBLE_COMPLEX, MPI_PROD, self);
    MPI_Allreduce(in, out, 1, MPI_DOUBLE_INT, MPI_MINLOC, self);
    MPI_Allreduce(in, out, 1, MPI_2INT, MPI_MAXLOC, self);
    MPI_Type_create_f90_real(6, 30, &type);
    MPI_Allreduce(in, out, 1, type, MPI_MAX, self);
    MPI_Type_create_f90_integer(9, &type);
    MPI_Allreduce(in, out, 1, type, MPI_BOR, self);
    MPI_Type_create_f90_complex(6, 30, &type);
    MPI_Allreduce(in, out, 1, type, MPI_SUM, self);
    MPI_Finalize();
    return 0;
}
