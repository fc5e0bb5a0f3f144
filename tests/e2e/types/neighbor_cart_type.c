/*
 * A process of a ring (a periodic grid) sends numbers of another type to the
 * one above it than that expects from below.
 *
 * np: 3
 * verdict: error
 * finding: COLL-TYPE-MISMATCH send=1@here receive=2@here
 * hangs: maybe
 * twin: neighbor_same.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    _Alignas(int) char numbers[64] = {0}, others[64] = {0};
    int rank;
    int dims[] = {3}, periods[] = {1}, counts[] = {1, 1};
    MPI_Aint displs[] = {0, 4};
    MPI_Datatype sent[] = {MPI_INT, MPI_INT}, expected[] = {MPI_INT, MPI_INT};
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &comm);
    if (rank == 1)
        sent[1] = MPI_FLOAT;
    MPI_Neighbor_alltoallw(numbers, counts, displs, sent, others, /* @here */
                           counts, displs, expected, comm);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
