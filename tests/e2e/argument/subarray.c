/*
 * Parts of an array that it does not have: MPIs return an error, or crash when
 * data are sent.
 *
 * np: 1
 * verdict: error
 * finding: ARG-VALUE call=0@start
 * finding: ARG-VALUE call=0@size
 * says: with array_of_starts[1] = 2, but of 4 items a part of 3 starts at 0 to 1.
 * says: with array_of_subsizes[0] = 0, but of 4 items a part has 1 to 4.
 * twin: subarray_fits.c
 */
#include <mpi.h>

static int result; /* looked at later: then it is none that is provoked */

int main(int argc, char **argv)
{
    int sizes[2] = {4, 4}, parts[2] = {4, 3}, starts[2] = {0, 2};
    MPI_Datatype type;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    result = MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &type); /* @start */
    if (result == MPI_SUCCESS)
        MPI_Type_free(&type);
    starts[1] = 0;
    parts[0] = 0;
    result = MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &type); /* @size */
    if (result == MPI_SUCCESS)
        MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
