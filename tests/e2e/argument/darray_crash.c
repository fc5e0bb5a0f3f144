/*
 * A process grid that does not have the size of the group, in which MPICH
 * divides by zero, and blocks that do not cover the array: told before.
 *
 * np: 1
 * verdict: error
 * finding: ARG-DISTRIBUTION call=0@blocks
 * finding: ARG-DISTRIBUTION call=0@product
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
    int sizes[2] = {8, 8}, parts[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_BLOCK}, given[2] = {MPI_DISTRIBUTE_DFLT_DARG, 3}, grid[2] = {1, 2};
    MPI_Datatype type;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    result = MPI_Type_create_darray(2, 1, 2, sizes, parts, given, grid, MPI_ORDER_C, MPI_INT, &type); /* @blocks */
    made(&type);
    given[1] = 4;
    grid[0] = 2;
    result = MPI_Type_create_darray(2, 1, 2, sizes, parts, given, grid, MPI_ORDER_C, MPI_INT, &type); /* @product */
    made(&type);
    MPI_Finalize();
    return 0;
}
