/*
 * The largest tag that every MPI has, and larger ones, by a program that has
 * asked for them.
 *
 * np: 2
 * verdict: clean
 * options: --portability
 */
#include <mpi.h>

static void exchange(int rank, int tag)
{
    int in;

    MPI_Sendrecv(&rank, 1, MPI_INT, 1 - rank, tag, &in, 1, MPI_INT, 1 - rank, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, flag = 0, *largest;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    exchange(rank, 32767);
    MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &largest, &flag);
    exchange(rank, flag && *largest >= 40000 ? 40000 : 0);
    MPI_Finalize();
    return 0;
}
