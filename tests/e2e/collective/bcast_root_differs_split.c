/*
 * The ranks of one half of a split communicator name different roots; the
 * other half is right.  The communicators are not the same object, though
 * their handles may have the same bits.
 *
 * np: 4
 * verdict: error
 * finding: COLL-ROOT-MISMATCH call=1@first call=3@other
 * says: communicator 1 of rank 1: ranks 1, 3
 * hangs: maybe
 * twin: bcast_split.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 7;
    MPI_Comm half;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    if (rank == 3)
        MPI_Bcast(&value, 1, MPI_INT, 1, half); /* @other */
    else
        MPI_Bcast(&value, 1, MPI_INT, 0, half); /* @first */
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
