/*
 * A communicator is disconnected while a receive and a collective
 * operation on it are not complete; on each MPI that is survived, or waited
 * for for ever.
 *
 * np: 2
 * verdict: error
 * finding: REQUEST-NOT-COMPLETED call=0@disconnect made=0@receive cites=11.2.2,11.3.1,11.10.4
 * finding: REQUEST-NOT-COMPLETED call=1@disconnect made=1@barrier
 * hangs: maybe
 * status: 0|1
 * twin: disconnect_complete.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0;
    MPI_Comm copy;
    MPI_Request request, barrier;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    if (rank == 0)
        MPI_Irecv(&value, 1, MPI_INT, 1, 0, copy, &request); /* @receive */
    MPI_Ibarrier(copy, &barrier); /* @barrier */
    if (rank == 0)
        MPI_Wait(&barrier, MPI_STATUS_IGNORE);
    else
        MPI_Send(&value, 1, MPI_INT, 0, 0, copy);
    MPI_Comm_disconnect(&copy); /* @disconnect */
    if (rank == 0)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    else
        MPI_Wait(&barrier, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
