/*
 * Broadcasts on three communicators of two processes each, in cyclic order
 * (acceptance E2).
 *
 * np: 3
 * verdict: error|potential
 * finding: DEADLOCK|POTENTIAL-DEADLOCK waits=0@a waits=1@a waits=2@a count=1
 * twin: bcast_no_cycle.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int rank, buf1 = 0, buf2 = 0, i;
    MPI_Comm comms[3];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < 3; i++)
        MPI_Comm_split(MPI_COMM_WORLD, rank == i || rank == (i + 1) % 3 ? 0 : 1,
                       rank == i ? 0 : 1, &comms[i]);
    MPI_Bcast(&buf1, 1, MPI_INT, 0, comms[rank]); /* @a */
    MPI_Bcast(&buf2, 1, MPI_INT, 0, comms[(rank + 2) % 3]);
    for (i = 0; i < 3; i++)
        MPI_Comm_free(&comms[i]);
    MPI_Finalize();
    return 0;
}
