/*
 * The count that the root expects of one process is not what that sends.
 *
 * np: 3
 * verdict: error
 * finding: COLL-COUNT-MISMATCH send=2@gatherv receive=0@gatherv
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
    MPI_Gatherv(numbers, rank + 1, MPI_INT, others, counts, displs, MPI_INT, 0, MPI_COMM_WORLD); /* @gatherv */
    MPI_Finalize();
    return 0;
}
