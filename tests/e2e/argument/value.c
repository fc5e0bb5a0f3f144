/*
 * A tag above MPI_TAG_UB, which MPICH has below that of an int, and values that
 * the parameters do not take.  (Each on every function: tests/argument.)
 *
 * np: 1
 * flavours: mpich
 * verdict: error
 * finding: ARG-TAG call=0@tag
 * finding: ARG-VALUE call=0@unit
 * finding: ARG-VALUE call=0@order
 * says: with disp_unit = 0, but a displacement unit is 1 or more.
 * says: but it takes MPI_ORDER_C or MPI_ORDER_FORTRAN.
 * twin: value_fits.c
 */
#include <limits.h>
#include <mpi.h>

static int result; /* looked at later: then it is none that is provoked */

int main(int argc, char **argv)
{
    int size = 2, part = 1, start = 0, out = 0;
    MPI_Datatype type;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Send(&out, 1, MPI_INT, MPI_PROC_NULL, INT_MAX, MPI_COMM_WORLD); /* @tag */
    result = MPI_Win_create(&out, sizeof out, 0, MPI_INFO_NULL, MPI_COMM_WORLD, &win); /* @unit */
    if (result == MPI_SUCCESS)
        MPI_Win_free(&win);
    result = MPI_Type_create_subarray(1, &size, &part, &start, -99, MPI_INT, &type); /* @order */
    if (result == MPI_SUCCESS)
        MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}
