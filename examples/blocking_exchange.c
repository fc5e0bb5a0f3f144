/*
 * Each rank of a ring sends to its right neighbour before it receives from its
 * left one.
 *
 * It runs as long as the MPI library keeps a copy of each message, which it
 * need not do: with longer messages, or another library, all ranks wait in
 * MPI_Send for ever.  MPI_Sendrecv or MPI_Isend is what is wanted.
 *
 *     murmel run -n 4 ./blocking_exchange
 *
 * np: 4
 * verdict: potential
 * unless: send=sync
 * finding: POTENTIAL-DEADLOCK waits=0@send waits=1@send waits=2@send waits=3@send
 * twin: halo_exchange.c
 */
#include <mpi.h>
#include <stdio.h>

#define CELLS 16

int main(int argc, char **argv)
{
    int rank, size;
    double mine[CELLS], border[CELLS];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < CELLS; i++)
        mine[i] = rank + 1;
    MPI_Send(mine, CELLS, MPI_DOUBLE, (rank + 1) % size, 0, /* @send */
             MPI_COMM_WORLD);
    MPI_Recv(border, CELLS, MPI_DOUBLE, (rank + size - 1) % size, 0,
             MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0)
        printf("border of rank 0: %g\n", border[0]);
    MPI_Finalize();
    return 0;
}
