/*
 * As reduce_sign.c, but both take them for signed; a broadcast of the same
 * bytes is only of types that have nothing but these in common.
 *
 * np: 2
 * verdict: warning
 * finding: TYPE-BYTES-ONLY call=0@signed other=1@unsigned
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    long in = -1, out;
    unsigned long unsigned_in = 1;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Allreduce(&in, &out, 1, MPI_LONG, MPI_MAX, MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Bcast(&in, 1, MPI_LONG, 0, MPI_COMM_WORLD); /* @signed */
    else
        MPI_Bcast(&unsigned_in, 1, MPI_UNSIGNED_LONG, 0, /* @unsigned */
                  MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
