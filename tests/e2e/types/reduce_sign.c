/*
 * The one rank takes the numbers for signed, the other for unsigned: which of
 * them is the greatest is not the same for both.
 *
 * np: 2
 * verdict: error
 * finding: COLL-TYPE-MISMATCH call=0@signed other=1@unsigned
 * twin: reduce_sign_same.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    unsigned long unsigned_in = 1, unsigned_out;
    long signed_in = -1, signed_out;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Allreduce(&signed_in, &signed_out, 1, MPI_LONG, MPI_MAX, /* @signed */
                      MPI_COMM_WORLD);
    else
        MPI_Allreduce(&unsigned_in, &unsigned_out, 1, /* @unsigned */
                      MPI_UNSIGNED_LONG, MPI_MAX, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
