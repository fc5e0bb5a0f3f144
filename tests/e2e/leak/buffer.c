/*
 * A buffer for buffered sends is attached still as MPI is finalized.
 *
 * np: 1
 * verdict: note
 * options: --notes
 * finding: LEAK-BUFFER made=0@attach
 * says: had not detached a buffer attached by MPI_Buffer_attach
 * twin: buffer_detached.c
 */
#include <mpi.h>

static char space[1000];

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Buffer_attach(space, sizeof space); /* @attach */
    MPI_Finalize();
    return 0;
}
