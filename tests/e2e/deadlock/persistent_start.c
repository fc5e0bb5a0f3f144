/*
 * All have made a persistent barrier; one starts it, and the other waits for
 * what that one sends behind it.
 *
 * np: 2
 * verdict: error
 * finding: DEADLOCK waits=0@wait begun=0@start waits=1@recv
 * hangs: yes
 * flavours: abi mpich
 * twin: persistent_started.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, word = 0;
    MPI_Request barrier;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &barrier);
    if (rank == 0) {
        MPI_Start(&barrier);                   /* @start */
        MPI_Wait(&barrier, MPI_STATUS_IGNORE); /* @wait */
        MPI_Send(&word, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&word, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @recv */
        MPI_Start(&barrier);
        MPI_Wait(&barrier, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&barrier);
    MPI_Finalize();
    return 0;
}
