/*
 * Keys that an info object does not have, by name and by number.
 *
 * np: 1
 * verdict: error
 * finding: ARG-NO-KEY call=0@delete
 * finding: ARG-NO-KEY call=0@again
 * finding: ARG-NO-KEY call=0@number
 * finding: ARG-NO-KEY call=0@copy
 * twin: no_key_fits.c
 */
#include <mpi.h>

static int result; /* looked at later: then it is none that is provoked */

int main(int argc, char **argv)
{
    char key[MPI_MAX_INFO_KEY];
    MPI_Info info, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Info_create(&info);
    MPI_Info_set(info, "one", "1");
    MPI_Info_set(info, "two", "2");
    result = MPI_Info_delete(info, "three"); /* @delete */
    MPI_Info_delete(info, "one");
    result = MPI_Info_delete(info, "one"); /* @again */
    result = MPI_Info_get_nthkey(info, 1, key); /* @number */
    MPI_Info_dup(info, &copy);
    result = MPI_Info_get_nthkey(copy, -1, key); /* @copy */
    MPI_Info_free(&copy);
    MPI_Info_free(&info);
    MPI_Finalize();
    return 0;
}
