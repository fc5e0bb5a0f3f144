/*
 * A halo that is read before it has come.
 *
 * To compute while the messages are under way is a good thing, but only what
 * does not need them.  Here the first and the last cell are computed, too,
 * before MPI_Waitall: they take what stands in the halo by then.  Loads are
 * seen right after MPI calls, so that of the first cell; all of them in programs
 * that murmel cc compiled.
 *
 *     murmel cc -g early_halo.c -o early_halo
 *     murmel run -n 4 ./early_halo
 *
 * np: 4
 * verdict: error
 * compiler: murmel
 * finding: BUFFER-ACCESSED-EARLY begin=*@left load=*@cell
 * finding: BUFFER-ACCESSED-EARLY begin=*@right load=*@cell
 * twin: halo_exchange.c
 */
#include <mpi.h>
#include <stdio.h>

#define CELLS 200 /* of which the first and the last are the halo */

static double field[CELLS], next[CELLS];

static void smooth(void)
{
    for (int i = 1; i < CELLS - 1; i++) {
        double three = field[i - 1] + field[i] + field[i + 1]; /* @cell */

        next[i] = three / 3;
    }
}

int main(int argc, char **argv)
{
    int rank, size, left, right;
    MPI_Request requests[4];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    for (int i = 1; i < CELLS - 1; i++)
        field[i] = rank + 1;
    MPI_Irecv(&field[0], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, /* @left */
              &requests[0]);
    MPI_Irecv(&field[CELLS - 1], 1, MPI_DOUBLE, right, 1, /* @right */
              MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(&field[CELLS - 2], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD,
              &requests[2]);
    MPI_Isend(&field[1], 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &requests[3]);
    smooth();
    MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
    if (rank == 0)
        printf("first cell of rank 0: %g\n", next[1]);
    MPI_Finalize();
    return 0;
}
