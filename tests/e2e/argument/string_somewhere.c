/*
 * A string.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    const char *volatile name = "name";

    MPI_Init(&argc, &argv);
    MPI_Comm_set_name(MPI_COMM_WORLD, name);
    MPI_Finalize();
    return 0;
}
