/*
 * MPI_Scatterv with displacements in bytes in place of items: the last part
 * begins behind the end of the array.
 *
 * np: 2
 * verdict: error
 * finding: ARG-TOO-SHORT call=0@bytes count=1
 * says: ends after 32 of 80 bytes (sendcounts[1] = 4 items of 4 bytes, from item displs[1] = 16 on)
 * twin: scatterv_fits.c
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int counts[2] = {4, 4}, displs[2] = {0, 4 * sizeof(int)}, part[4];
    int *rows = calloc(8, sizeof *rows), *behind = calloc(64, sizeof *behind);

    MPI_Init(&argc, &argv);
    MPI_Scatterv(rows, counts, displs, MPI_INT, part, 4, MPI_INT, 0, MPI_COMM_WORLD); /* @bytes */
    MPI_Finalize();
    free(behind);
    free(rows);
    return 0;
}
