/*
 * Distributed arrays that do not go with their grid of processes.  (MPICH and
 * Open MPI divide by zero; darray_crash.c.)
 *
 * np: 1
 * flavours: abi
 * verdict: error
 * finding: ARG-DISTRIBUTION call=0@product
 * finding: ARG-DISTRIBUTION call=0@blocks
 * finding: ARG-VALUE call=0@cyclic
 * finding: ARG-VALUE call=0@no_array
 * finding: ARG-VALUE call=0@no_process
 * finding: ARG-VALUE call=0@no_dimension
 * finding: ARG-VALUE call=0@no_subarray
 * says: with array_of_dargs[0] = 0, but it is 1 or more.
 * says: with array_of_psizes[1] = 0, but it is 1 or more.
 * says: with ndims = 0, but an array has a dimension.
 * twin: darray_fits.c
 */
#include <mpi.h>

static int result; /* looked at later: then it is none that is provoked */

static void made(MPI_Datatype *type)
{
    if (result == MPI_SUCCESS)
        MPI_Type_free(type);
}

int main(int argc, char **argv)
{
    int one = 1;
    MPI_Datatype type;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    result = MPI_Type_create_darray(2, 0, 2, (int[]){8, 8}, (int[]){MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_BLOCK}, (int[]){MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG}, (int[]){2, 2}, MPI_ORDER_C, MPI_INT, &type); /* @product */
    made(&type);
    result = MPI_Type_create_darray(2, 0, 2, (int[]){8, 8}, (int[]){MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_BLOCK}, (int[]){3, MPI_DISTRIBUTE_DFLT_DARG}, (int[]){2, 1}, MPI_ORDER_C, MPI_INT, &type); /* @blocks */
    made(&type);
    result = MPI_Type_create_darray(2, 0, 2, (int[]){8, 8}, (int[]){MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK}, (int[]){0, MPI_DISTRIBUTE_DFLT_DARG}, (int[]){2, 1}, MPI_ORDER_C, MPI_INT, &type); /* @cyclic */
    made(&type);
    result = MPI_Type_create_darray(2, 0, 2, (int[]){8, 0}, (int[]){MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_BLOCK}, (int[]){MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG}, (int[]){2, 1}, MPI_ORDER_C, MPI_INT, &type); /* @no_array */
    made(&type);
    result = MPI_Type_create_darray(2, 0, 2, (int[]){8, 8}, (int[]){MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_BLOCK}, (int[]){MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG}, (int[]){2, 0}, MPI_ORDER_C, MPI_INT, &type); /* @no_process */
    made(&type);
    result = MPI_Type_create_darray(2, 0, 0, &one, &one, &one, &one, MPI_ORDER_C, MPI_INT, &type); /* @no_dimension */
    made(&type);
    result = MPI_Type_create_subarray(0, &one, &one, &one, MPI_ORDER_C, MPI_INT, &type); /* @no_subarray */
    made(&type);
    MPI_Finalize();
    return 0;
}
