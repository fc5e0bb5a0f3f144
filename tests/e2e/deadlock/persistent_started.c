/*
 * All start the persistent barrier before one waits for what the other sends
 * behind it.
 *
 * np: 2
 * verdict: clean
 * flavours: abi mpich
 * twin: persistent_start.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, word = 0;
    MPI_Request barrier;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &barrier);
    MPI_Start(&barrier);
    if (rank == 0) {
        MPI_Wait(&barrier, MPI_STATUS_IGNORE);
        MPI_Send(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&barrier, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&barrier);
    MPI_Finalize();
    return 0;
}
