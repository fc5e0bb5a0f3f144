/*
 * Each process tests its send, whatever comes of it, before it receives: the
 * test may find the send complete, but the program does not rely on it.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, mine, other, done = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mine = rank;
    MPI_Isend(&mine, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    MPI_Recv(&other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    if (!done)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return other == 1 - rank ? 0 : 1;
}
