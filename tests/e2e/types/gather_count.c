/*
 * The root of a gather expects less than one process sends.
 *
 * np: 3
 * verdict: error
 * finding: COLL-COUNT-MISMATCH send=1@gather receive=0@gather
 * hangs: maybe
 * twin: coll_same.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, size, numbers[64] = {0}, others[64] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Gather(numbers, rank == 1 ? 6 : 5, MPI_INT, others, 5, MPI_INT, 0, MPI_COMM_WORLD); /* @gather */
    MPI_Finalize();
    return 0;
}
