/*
 * Of all pairs of processes one disagrees on the type.
 *
 * np: 3
 * verdict: error
 * finding: COLL-TYPE-MISMATCH send=1@alltoallw receive=0@alltoallw
 * hangs: maybe
 * twin: coll_same.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int counts[3] = {1, 1, 1}, displs[3] = {0, 16, 32};
    MPI_Datatype types[3] = {MPI_INT, MPI_INT, MPI_INT};
    MPI_Datatype expected[3] = {MPI_INT, MPI_INT, MPI_INT};
    MPI_Request request;
    _Alignas(double) char numbers[256] = {0}, others[256] = {0};
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 1)
        types[0] = MPI_FLOAT;
    MPI_Ialltoallw(numbers, counts, displs, types, others, counts, displs, expected, MPI_COMM_WORLD, &request); /* @alltoallw */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
