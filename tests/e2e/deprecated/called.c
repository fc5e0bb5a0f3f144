/*
 * Calls of functions that are deprecated.
 *
 * np: 1
 * verdict: note
 * options: --notes
 * finding: CALL-DEPRECATED call=0@length
 * finding: CALL-DEPRECATED call=0@get
 * twin: successor.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Info info;
    char value[8];
    int flag, length;

    MPI_Init(&argc, &argv);
    MPI_Info_create(&info);
    MPI_Info_set(info, "key", "value");
    MPI_Info_get_valuelen(info, "key", &length, &flag); /* @length */
    MPI_Info_get(info, "key", length, value, &flag); /* @get */
    MPI_Info_free(&info);
    MPI_Finalize();
    return 0;
}
