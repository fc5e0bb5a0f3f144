/*
 * One process sends another more than that expects of it.
 *
 * np: 3
 * verdict: error
 * finding: COLL-COUNT-MISMATCH send=0@alltoallv receive=2@alltoallv
 * hangs: maybe
 * twin: coll_same.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int sent[3] = {1, 1, 1}, expected[3] = {1, 1, 1}, displs[3] = {0, 4, 8};
    int rank, size, numbers[64] = {0}, others[64] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 0)
        sent[2]++;
    MPI_Alltoallv(numbers, sent, displs, MPI_INT, others, expected, displs, MPI_INT, MPI_COMM_WORLD); /* @alltoallv */
    MPI_Finalize();
    return 0;
}
