/*
 * A call in a loop that the compiler has unrolled is one place still; two calls
 * in one line are two.
 *
 * np: 1
 * flags: -O3
 * verdict: error
 * finding: ARG-TAG call=0@loop count=8
 * finding: ARG-TAG call=0@line count=1
 * finding: ARG-TAG call=0@line count=1
 * twin: stack_fits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int number = 1, i;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
#pragma GCC unroll 8
    for (i = 0; i < 8; i++)
        MPI_Send(&number, 1, MPI_INT, MPI_PROC_NULL, -5, MPI_COMM_WORLD); /* @loop */
    MPI_Send(&i, 1, MPI_INT, MPI_PROC_NULL, -7, MPI_COMM_WORLD), MPI_Send(&i, 1, MPI_INT, MPI_PROC_NULL, -8, MPI_COMM_WORLD); /* @line */
    MPI_Finalize();
    return 0;
}
