/*
 * As reduce_sign.c, but both take the numbers for signed.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    struct {
        long value;
        int place;
    } in = {-1, 0}, out;
    long number = -1, greatest;

    MPI_Init(&argc, &argv);
    MPI_Allreduce(&number, &greatest, 1, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);
    MPI_Allreduce(&in, &out, 1, MPI_LONG_INT, MPI_MAXLOC, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
