/*
 * What makes a persistent collective operation may return only when all have
 * called it, and rank 1 does so only behind rank 0's message.
 *
 * np: 2
 * verdict: potential
 * finding: POTENTIAL-DEADLOCK waits=0@first waits=1@recv
 * unless: coll=minimal
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
    if (rank == 0) {
        MPI_Bcast_init(&word, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request); /* @first */
        MPI_Send(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @recv */
        MPI_Bcast_init(&word, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    }
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
