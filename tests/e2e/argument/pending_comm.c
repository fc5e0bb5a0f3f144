/*
 * A communicator is used before the request of MPI_Comm_idup is complete.  (The
 * reference MPI has set no handle by then.)
 *
 * np: 2
 * verdict: error
 * flavours: mpich openmpi
 * finding: ARG-PENDING-COMM call=*@barrier
 * hangs: maybe
 * twin: pending_comm_waited.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_idup(MPI_COMM_WORLD, &copy, &request);
    MPI_Barrier(copy); /* @barrier */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Comm_free(&copy);
    MPI_Finalize();
    return 0;
}
