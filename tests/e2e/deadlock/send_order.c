/*
 * The messages of a process are received in another order than they are sent.
 *
 * np: 2
 * verdict: potential
 * unless: send=sync
 * finding: POTENTIAL-DEADLOCK waits=0@first waits=1@second count=1
 * twin: send_order_same.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, values[2] = {0, 0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send(&rank, 1, MPI_INT, 1, 1, MPI_COMM_WORLD); /* @first */
        MPI_Send(&rank, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&values[0], 1, MPI_INT, 0, 2, MPI_COMM_WORLD, /* @second */
                 MPI_STATUS_IGNORE);
        MPI_Recv(&values[1], 1, MPI_INT, 0, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
