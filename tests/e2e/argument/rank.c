/*
 * Ranks that the communicator does not have.
 *
 * np: 2
 * verdict: error
 * finding: ARG-RANK call=0@send
 * finding: ARG-RANK call=0@any
 * finding: ARG-RANK call=0@isend
 * finding: ARG-RANK call=0@recv
 * finding: ARG-RANK call=0@self
 * finding: ARG-RANK call=0@root
 * says: with dest = MPI_ANY_SOURCE, which is for receives and probes only; it is the number
 * twin: fits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, number = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    if (rank == 0) {
        MPI_Send(&number, 1, MPI_INT, 2, 0, MPI_COMM_WORLD); /* @send */
        MPI_Send(&number, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD); /* @any */
        MPI_Isend(&number, 1, MPI_INT, 1000000, 0, MPI_COMM_WORLD, &request); /* @isend */
        MPI_Recv(&number, 1, MPI_INT, -77, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @recv */
        MPI_Bcast(&number, 1, MPI_INT, 1, MPI_COMM_SELF); /* @self */
        MPI_Bcast(&number, 1, MPI_INT, -78, MPI_COMM_SELF); /* @root */
    }
    MPI_Finalize();
    return 0;
}
