/*
 * One process takes the grid for periodic.
 *
 * np: 2
 * verdict: error
 * finding: COLL-ARGUMENT-MISMATCH call=0@create call=1@create ranks=0,1
 * hangs: maybe
 * twin: cart_same.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int dims[1] = {2}, periods[1], rank;
    MPI_Comm comm;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    periods[0] = rank;
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &comm); /* @create */
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
