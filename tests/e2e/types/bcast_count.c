/*
 * One process expects less of a broadcast than the root sends.
 *
 * np: 3
 * verdict: error
 * finding: COLL-COUNT-MISMATCH call=0@bcast other=2@bcast
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
    MPI_Bcast(numbers, rank == 2 ? 5 : 10, MPI_INT, 0, MPI_COMM_WORLD); /* @bcast */
    MPI_Finalize();
    return 0;
}
