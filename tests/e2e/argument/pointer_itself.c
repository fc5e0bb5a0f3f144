/*
 * The address of a pointer in place of where it points to: of a function, and
 * of the whole program.
 *
 * np: 2
 * verdict: error
 * needs: x86-64
 * finding: ARG-TOO-SHORT call=*@static ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@automatic ranks=0,1 count=2
 * says: but the variable table (pointer_itself.c:19), a pointer, ends after 8 of 64 bytes
 * says: but the variable numbers (pointer_itself.c:23), a pointer, ends after 8 of 64 bytes
 * twin: pointer_given.c
 */
#include <mpi.h>
#include <stdlib.h>

#define COUNT 16

static int *table;

int main(int argc, char **argv)
{
    int *numbers = calloc(COUNT, sizeof *numbers);

    MPI_Init(&argc, &argv);
    table = numbers;
    MPI_Bcast(&table, COUNT, MPI_INT, 0, MPI_COMM_SELF); /* @static */
    MPI_Bcast(&numbers, COUNT, MPI_INT, 0, MPI_COMM_SELF); /* @automatic */
    free(table);
    MPI_Finalize();
    return 0;
}
