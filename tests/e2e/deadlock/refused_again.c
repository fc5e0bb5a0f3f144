/*
 * A collective call is refused at one process, which calls it again: nothing
 * more is wrong.
 *
 * np: 2
 * verdict: error
 * finding: ARG-NULL-HANDLE call=1@wrong
 * twin: barrier_all.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1, sum;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 1)
        MPI_Allreduce(&value, &sum, 1, MPI_DATATYPE_NULL, MPI_SUM, /* @wrong */
                      MPI_COMM_WORLD);
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
