/*
 * The last part of an array, and all of it.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int sizes[2] = {4, 4}, parts[2] = {4, 3}, starts[2] = {0, 1};
    MPI_Datatype type;

    MPI_Init(&argc, &argv);
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT,
                             &type);
    MPI_Type_free(&type);
    starts[1] = 0;
    parts[1] = 4;
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_FORTRAN,
                             MPI_INT, &type);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
