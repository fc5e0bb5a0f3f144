/*
 * Keys and a value of one character each.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int length, flag;
    MPI_Info info;

    MPI_Init(&argc, &argv);
    MPI_Info_create(&info);
    MPI_Info_set(info, "k", "0");
    MPI_Info_get_valuelen(info, "k", &length, &flag);
    MPI_Info_delete(info, "k");
    MPI_Info_free(&info);
    MPI_Finalize();
    return 0;
}
