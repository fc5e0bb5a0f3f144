/*
 * Both processes send 8 MiB before they receive.
 *
 * np: 2
 * verdict: error
 * unless: send=eager
 * finding: DEADLOCK waits=0@here waits=1@here
 * twin: send_irecv.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    static char value[1 << 23], sent[1 << 23];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Send(sent, sizeof sent, MPI_CHAR, !rank, 0, MPI_COMM_WORLD); /* @here */
    MPI_Recv(value, sizeof value, MPI_CHAR, !rank, 0, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
