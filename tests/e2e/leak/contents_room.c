/*
 * MPI_Type_get_contents is given more room than the types need: what stood in
 * the rest of the array is not a handle that has to be freed.  A type that
 * MPI_Type_create_f90_real tells is predefined, also as the content of another.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int integers[8];
    MPI_Aint addresses[8];
    MPI_Datatype row, rows, real, reals, types[4];

    MPI_Init(&argc, &argv);
    MPI_Type_contiguous(2, MPI_INT, &row);
    MPI_Type_contiguous(2, row, &rows);
    types[0] = types[1] = types[2] = types[3] = rows;
    MPI_Type_get_contents(rows, 8, 8, 4, integers, addresses, types);
    MPI_Type_free(&types[0]);
    MPI_Type_free(&row);
    MPI_Type_free(&rows);

    MPI_Type_create_f90_real(6, 30, &real);
    MPI_Type_contiguous(3, real, &reals);
    types[0] = types[1] = types[2] = types[3] = reals;
    MPI_Type_get_contents(real, 2, 8, 4, integers, addresses, types);
    MPI_Type_get_contents(reals, 8, 8, 4, integers, addresses, types);
    MPI_Type_free(&reals);
    MPI_Finalize();
    return 0;
}
