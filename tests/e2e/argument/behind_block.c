/*
 * Data that begin where their memory ends, by an index that is one too large, or
 * that is larger still; and a derived datatype without gaps that goes beyond a
 * variable.
 *
 * np: 2
 * verdict: error
 * finding: ARG-TOO-SHORT call=*@one ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@full ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@large ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@static ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@stack ranks=0,1 count=2
 * says: but there the block of memory ends
 * twin: in_block.c
 */
#include <mpi.h>
#include <stdlib.h>

static int global[9], next[9];

int main(int argc, char **argv)
{
    int *data = calloc(9, sizeof *data), *full = calloc(10, sizeof *full);
    int *large = calloc(100001, sizeof *large), local[9] = {0};
    MPI_Datatype ten;

    MPI_Init(&argc, &argv);
    MPI_Type_contiguous(10, MPI_INT, &ten);
    MPI_Type_commit(&ten);
    MPI_Bcast(data + 9, 1, MPI_INT, 0, MPI_COMM_WORLD); /* @one */
    MPI_Sendrecv(full + 10, 1, MPI_INT, 0, 0, local, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @full */
    MPI_Bcast(large + 100001, 1, MPI_INT, 0, MPI_COMM_WORLD); /* @large */
    MPI_Sendrecv(global, 1, ten, 0, 0, full, 10, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @static */
    MPI_Sendrecv(local, 1, ten, 0, 0, full, 10, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @stack */
    MPI_Type_free(&ten);
    MPI_Finalize();
    free(large);
    free(full);
    free(data);
    return next[0];
}
