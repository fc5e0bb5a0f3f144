/*
 * Both processes receive before they send.
 *
 * np: 2
 * verdict: error
 * finding: DEADLOCK waits=0@here waits=1@here
 * twin: sendrecv_pair.c
 * ways: all launcher
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Recv(&value, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD, /* @here */
             MPI_STATUS_IGNORE);
    MPI_Send(&rank, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
