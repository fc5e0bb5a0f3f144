/*
 * Reductions on three communicators of two processes each, in cyclic order
 * (acceptance E14).
 *
 * np: 3
 * verdict: error
 * finding: DEADLOCK waits=0@a waits=1@a waits=2@a
 * twin: iallreduce_cycle.c
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
    MPI_Allreduce(&rank, &buf1, 1, MPI_INT, MPI_SUM, comms[rank]); /* @a */
    MPI_Allreduce(&rank, &buf2, 1, MPI_INT, MPI_SUM, comms[(rank + 2) % 3]);
    for (i = 0; i < 3; i++)
        MPI_Comm_free(&comms[i]);
    MPI_Finalize();
    return 0;
}
