/*
 * A broadcast is refused at one process, as its root is nobody; it calls it
 * again: that it named another root than the others is the same fault.
 *
 * np: 2
 * verdict: error
 * finding: ARG-RANK call=1@wrong
 * twin: barrier_all.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 1)
        MPI_Bcast(&value, 1, MPI_INT, 5, MPI_COMM_WORLD); /* @wrong */
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
