/*
 * Both processes send before they receive, many times.
 *
 * np: 2
 * verdict: potential
 * unless: send=sync
 * finding: POTENTIAL-DEADLOCK waits=0@here waits=1@here count=50
 * twin: send_irecv.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0, i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < 50; i++) {
        MPI_Send(&rank, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD); /* @here */
        MPI_Recv(&value, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
