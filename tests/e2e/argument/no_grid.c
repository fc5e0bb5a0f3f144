/*
 * Grids of which the standard does not say what becomes: without a process in
 * one dimension, and dimensions that cannot make that number of nodes.
 *
 * np: 2
 * verdict: warning
 * finding: ARG-NO-GRID call=*@zero
 * finding: ARG-NO-GRID call=*@given
 * finding: ARG-NO-GRID call=*@none
 * twin: no_grid_fits.c
 */
#include <mpi.h>

static int result; /* looked at later: then it is none that is provoked */

int main(int argc, char **argv)
{
    int periods[2] = {0, 0};
    MPI_Comm comm = MPI_COMM_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    result = MPI_Cart_create(MPI_COMM_WORLD, 2, (int[]){2, 0}, periods, 0, &comm); /* @zero */
    if (result == MPI_SUCCESS && comm != MPI_COMM_NULL)
        MPI_Comm_free(&comm);
    result = MPI_Dims_create(8, 2, (int[]){2, 2}); /* @given */
    result = MPI_Dims_create(4, 0, (int[]){0}); /* @none */
    MPI_Finalize();
    return 0;
}
