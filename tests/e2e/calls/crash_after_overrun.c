/*
 * A process crashes after a call has stored behind its buffer, which is told:
 * of what was overwritten there, as far as anybody can tell.
 *
 * np: 2
 * verdict: error
 * finding: ARG-TOO-SHORT call=1@receive
 * hangs: maybe
 * twin: exit_status.c
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, values[5] = {1, 2, 3, 4, 5}, *few;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    few = malloc(4 * sizeof *few); /* and there is room for six */
    if (rank == 0) {
        MPI_Send(values, 5, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(few, 5, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @receive */
        abort();
    }
    free(few);
    MPI_Finalize();
    return 0;
}
