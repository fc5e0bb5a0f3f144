/*
 * A null pointer for a part that MPI_Reduce_scatter has for the process.
 *
 * np: 1
 * verdict: error
 * finding: ARG-NULL-BUFFER call=0@here
 * twin: reduce_scatter_nothing.c
 */
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
    int numbers[2] = {1, 2}, counts[1] = {2};

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Reduce_scatter(numbers, NULL, counts, MPI_INT, MPI_MAX, MPI_COMM_WORLD); /* @here */
    MPI_Finalize();
    return 0;
}
