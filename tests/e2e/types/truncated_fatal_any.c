/*
 * The MPI ends the job for a message that does not fit; nothing but the
 * message that is there says which it was.
 *
 * np: 2
 * verdict: error
 * finding: P2P-TRUNCATED receive=1@recv send=0@send
 * twin: fits.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, numbers[10] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(numbers, 10, MPI_INT, 1, 1, MPI_COMM_WORLD); /* @send */
    else
        MPI_Recv(numbers, 5, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @recv */
    MPI_Finalize();
    return 0;
}
