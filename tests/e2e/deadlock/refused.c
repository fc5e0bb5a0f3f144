/*
 * A collective call is refused at one process, which goes on without it; the
 * other one waits in it.
 *
 * np: 2
 * verdict: error
 * finding: ARG-NULL-HANDLE call=1@sum
 * finding: DEADLOCK waits=0@sum waits=1@finalize
 * hangs: maybe
 * twin: barrier_all.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1, sum;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Allreduce(&value, &sum, 1, rank == 1 ? MPI_DATATYPE_NULL : MPI_INT, /* @sum */
                  MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize(); /* @finalize */
    return 0;
}
