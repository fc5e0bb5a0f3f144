/*
 * A nonblocking collective call is refused, and called again rightly: it is one
 * fault, and no other order of calls.  (MPICH ends the job.)
 *
 * np: 2
 * flavours: abi openmpi
 * verdict: error
 * finding: ARG-NULL-HANDLE call=0@wrong
 * twin: barrier_all.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    if (rank == 0)
        MPI_Ibcast(&value, 1, MPI_DATATYPE_NULL, 0, MPI_COMM_WORLD, &request); /* @wrong */
    MPI_Ibcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
