/*
 * Two processes duplicate two communicators, one in the order of the other
 * reversed, and free what they have made before they make the next: one cause.
 *
 * np: 2
 * verdict: error|potential
 * finding: DEADLOCK|POTENTIAL-DEADLOCK waits=0@dup waits=1@dup
 * twin: dup_same.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Comm comms[2] = {MPI_COMM_WORLD}, made;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comms[1]);
    for (int i = 0; i < 2; i++) {
        MPI_Comm_dup(comms[(i + rank) % 2], &made); /* @dup */
        MPI_Comm_free(&made);
    }
    MPI_Comm_free(&comms[1]);
    MPI_Finalize();
    return 0;
}
