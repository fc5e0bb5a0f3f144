/*
 * A null pointer where a string is asked for: an MPI refuses it, or crashes.
 * (On every function: tests/argument.)
 *
 * np: 1
 * verdict: error
 * finding: ARG-VALUE call=0@name
 * twin: null_string_fits.c
 */
#include <mpi.h>
#include <stddef.h>

static int result; /* looked at later: then it is none that is provoked */

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    result = MPI_Comm_set_name(MPI_COMM_WORLD, NULL); /* @name */
    MPI_Finalize();
    return 0;
}
