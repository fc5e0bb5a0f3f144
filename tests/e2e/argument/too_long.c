/*
 * A key of an info object that is longer than the MPI's limit.
 * (On every function that takes such a string: tests/argument.)
 *
 * np: 1
 * verdict: error
 * finding: ARG-TOO-LONG call=0@set
 * twin: too_long_fits.c
 */
#include <mpi.h>
#include <string.h>

static int result; /* looked at later: then it is none that is provoked */

int main(int argc, char **argv)
{
    char key[MPI_MAX_INFO_KEY + 2];
    MPI_Info info;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    memset(key, 'k', sizeof key - 1);
    key[sizeof key - 1] = '\0';
    MPI_Info_create(&info);
    result = MPI_Info_set(info, key, "value"); /* @set */
    MPI_Info_free(&info);
    MPI_Finalize();
    return 0;
}
