/*
 * One sends first and the other comes to the barrier first; before, both have
 * made a persistent collective operation on the communicator, which counts among
 * the collective operations there, and is never started.
 *
 * np: 2
 * verdict: potential
 * finding: POTENTIAL-DEADLOCK waits=0@send waits=1@barrier
 * unless: send=sync
 * flavours: abi mpich
 * twin: init_then_barrier_first.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, word = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    if (rank == 0) {
        MPI_Send(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); /* @send */
        MPI_Barrier(MPI_COMM_WORLD);
    } else {
        MPI_Barrier(MPI_COMM_WORLD); /* @barrier */
        MPI_Recv(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
