/*
 * Keys of info objects that are empty, and a value.
 *
 * np: 1
 * verdict: warning
 * finding: ARG-EMPTY-INFO call=0@key
 * finding: ARG-EMPTY-INFO call=0@value
 * finding: ARG-EMPTY-INFO call=0@get
 * finding: ARG-EMPTY-INFO call=0@delete
 * twin: empty_info_fits.c
 */
#include <mpi.h>

static int result; /* looked at later: then it is none that is provoked */

int main(int argc, char **argv)
{
    char value[8];
    int flag;
    MPI_Info info;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    MPI_Info_create(&info);
    result = MPI_Info_set(info, "", "true"); /* @key */
    result = MPI_Info_set(info, "hint", ""); /* @value */
    result = MPI_Info_get(info, "", 7, value, &flag); /* @get */
    result = MPI_Info_delete(info, ""); /* @delete */
    MPI_Info_free(&info);
    MPI_Finalize();
    return 0;
}
