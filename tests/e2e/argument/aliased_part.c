/*
 * The last element that is sent is the first that is received.  (Alone, since
 * MPICH aborts the job in such a call.)
 *
 * np: 1
 * verdict: error
 * finding: ARG-ALIASED call=0@local
 * finding: ARG-ALIASED call=0@part
 * twin: aliased_beside.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int numbers[30] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Reduce_local(numbers, numbers + 4, 5, MPI_INT, MPI_SUM); /* @local */
    MPI_Allreduce(numbers + 10, numbers + 19, 10, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* @part */
    MPI_Finalize();
    return 0;
}
