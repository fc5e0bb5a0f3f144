/*
 * An MPI function is called before MPI_Init.
 *
 * np: 2
 * verdict: error
 * finding: CALL-BEFORE-INIT call=*@early ranks=0,1 count=2
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
