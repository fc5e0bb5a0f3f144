/*
 * In the rows of a grid (MPI_Cart_sub) each sends less to the right than the
 * next one expects from the left.
 *
 * np: 4
 * verdict: error
 * finding: COLL-COUNT-MISMATCH send=*@here receive=*@here ranks=0,1,2,3 count=2
 * hangs: maybe
 * twin: neighbor_exact.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int dims[] = {2, 2}, periods[] = {0, 0}, remain[] = {0, 1};
    int counts[] = {1, 1}, expected[] = {2, 1}, displs[] = {0, 4};
    int numbers[16] = {0}, others[16] = {0};
    MPI_Comm grid, row;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Cart_sub(grid, remain, &row);
    MPI_Neighbor_alltoallv(numbers, counts, displs, MPI_INT, /* @here */
                           others, expected, displs, MPI_INT, row);
    MPI_Comm_free(&row);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
