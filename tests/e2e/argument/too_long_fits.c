/*
 * Strings that are as long as they may be; and a name that is longer, which is
 * cut (MPI-4.1 7.8).
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>
#include <string.h>

/* Of so many characters. */
static char *text(int length)
{
    static char space[8192];

    memset(space, 'x', (size_t)length);
    space[length] = '\0';
    return space;
}

int main(int argc, char **argv)
{
    MPI_Info info;
    MPI_Comm comm;
    int code, flag, length;

    MPI_Init(&argc, &argv);
    MPI_Info_create(&info);
    MPI_Info_set(info, text(MPI_MAX_INFO_KEY - 1), "value");
    MPI_Info_get_valuelen(info, text(MPI_MAX_INFO_KEY - 1), &length, &flag);
    MPI_Info_set(info, "key", text(MPI_MAX_INFO_VAL - 1));
    MPI_Info_free(&info);
    MPI_Add_error_class(&code);
    MPI_Add_error_string(code, text(MPI_MAX_ERROR_STRING - 1));
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_name(comm, text(MPI_MAX_OBJECT_NAME + 10));
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return flag && length == 5 ? 0 : 3;
}
