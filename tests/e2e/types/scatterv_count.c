/*
 * What the root sends to one process is more than that expects.
 *
 * np: 3
 * verdict: error
 * finding: COLL-COUNT-MISMATCH send=0@scatterv receive=2@scatterv
 * hangs: maybe
 * twin: coll_same.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int counts[3] = {1, 2, 4}, displs[3] = {0, 1, 3};
    int rank, size, numbers[64] = {0}, others[64] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Scatterv(others, counts, displs, MPI_INT, numbers, rank + 1, MPI_INT, 0, MPI_COMM_WORLD); /* @scatterv */
    MPI_Finalize();
    return 0;
}
