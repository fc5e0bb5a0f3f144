/*
 * Distributed arrays, with blocks that are larger than needed, of other
 * lengths, and without.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>

static int result;

static void made(MPI_Datatype *type)
{
    if (result == MPI_SUCCESS)
        MPI_Type_free(type);
}

int main(int argc, char **argv)
{
    MPI_Datatype type;

    MPI_Init(&argc, &argv);
    result = MPI_Type_create_darray(2, 0, 2, (int[]){8, 9}, (int[]){MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_BLOCK}, (int[]){MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG}, (int[]){1, 2}, MPI_ORDER_C, MPI_INT, &type);
    made(&type);
    result = MPI_Type_create_darray(2, 0, 2, (int[]){8, 9}, (int[]){MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_BLOCK}, (int[]){8, 5}, (int[]){1, 2}, MPI_ORDER_C, MPI_INT, &type);
    made(&type);
    result = MPI_Type_create_darray(2, 0, 2, (int[]){8, 8}, (int[]){MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_NONE}, (int[]){1, 0}, (int[]){2, 1}, MPI_ORDER_C, MPI_INT, &type);
    made(&type);
    result = MPI_Type_create_darray(2, 0, 2, (int[]){8, 8}, (int[]){MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_CYCLIC}, (int[]){3, MPI_DISTRIBUTE_DFLT_DARG}, (int[]){2, 1}, MPI_ORDER_C, MPI_INT, &type);
    made(&type);
    MPI_Finalize();
    return 0;
}
