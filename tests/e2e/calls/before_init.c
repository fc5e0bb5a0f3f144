/*
 * An MPI function is called before MPI_Init.
 *
 * np: 1
 * verdict: error
 * finding: CALL-BEFORE-INIT call=0@early
 * twin: anytime.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank); /* @early */
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    return 0;
}
