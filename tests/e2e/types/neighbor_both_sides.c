/*
 * Two processes are each above and below the other: what one sends downwards
 * comes from above, and is another amount.
 *
 * np: 2
 * verdict: error
 * finding: COLL-COUNT-MISMATCH send=0@here receive=1@here
 * hangs: maybe
 * twin: neighbor_both_sides_same.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, numbers[16] = {0}, others[16] = {0};
    int dims[] = {2}, periods[] = {1}, displs[] = {0, 4};
    int sent[] = {1, 2}, expected[] = {1, 2};
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &comm);
    MPI_Neighbor_alltoallv(numbers, sent, displs, MPI_INT, others, /* @here */
                           expected, displs, MPI_INT, comm);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
