/*
 * A buffer that was given back to the system: the MPI crashes in the call.
 *
 * np: 1
 * verdict: error
 * finding: ARG-NO-MEMORY call=0@again
 * hangs: maybe
 * twin: memory.c
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    char *sent = calloc(1, 1 << 20), *received = calloc(1, 1 << 20);

    MPI_Init(&argc, &argv);
    MPI_Sendrecv(sent, 1 << 20, MPI_BYTE, 0, 0, received, 1 << 20, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(sent);
    MPI_Sendrecv(sent, 1 << 20, MPI_BYTE, 0, 0, received, 1 << 20, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @again */
    free(received);
    MPI_Finalize();
    return 0;
}
