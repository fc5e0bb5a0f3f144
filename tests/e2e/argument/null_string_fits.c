/*
 * As null_string.c, but the string is there: it may be empty.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_name(MPI_COMM_WORLD, "");
    MPI_Comm_set_name(MPI_COMM_WORLD, "all");
    MPI_Finalize();
    return 0;
}
