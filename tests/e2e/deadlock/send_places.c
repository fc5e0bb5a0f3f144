/*
 * Both processes send before they receive, each from two places, in all four
 * pairs of them: once each place stands in a finding, the other pairs say
 * nothing new, and are counted with one that has a place of theirs.
 *
 * np: 2
 * verdict: potential
 * unless: send=sync
 * finding: POTENTIAL-DEADLOCK waits=0@first waits=1@third count=3
 * finding: POTENTIAL-DEADLOCK waits=0@second waits=1@fourth count=1
 * twin: send_irecv.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, value = 0, i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < 4; i++) {
        if (rank == 0 && i % 2 == 0)
            MPI_Send(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); /* @first */
        else if (rank == 0)
            MPI_Send(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); /* @second */
        else if (i == 0 || i == 3)
            MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD); /* @third */
        else
            MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD); /* @fourth */
        MPI_Recv(&value, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
