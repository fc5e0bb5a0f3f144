/*
 * As variable_short.c, in a program that is optimized: what is sent is longer
 * than the variable that the statement names, be it in one line with `break`,
 * or that of the call which was inlined.
 *
 * np: 1
 * flags: -O2
 * needs: x86-64
 * verdict: error
 * finding: ARG-TOO-SHORT call=0@here
 * finding: ARG-TOO-SHORT call=0@inlined
 * finding: ARG-TOO-SHORT call=0@case
 * says: but the variable numbers (optimized_short.c:26) ends after 40 of 48 bytes
 * says: but the variable few (optimized_short.c:26) ends after 8 of 12 bytes
 * twin: optimized_fits.c
 */
#include <mpi.h>

static void broadcast(int *data, int count)
{
    MPI_Bcast(data, count, MPI_INT, 0, MPI_COMM_SELF); /* @inlined */
}

int main(int argc, char **argv)
{
    int before[32] = {0}, numbers[10] = {0}, few[2] = {0};

    MPI_Init(&argc, &argv);
    MPI_Bcast(before, 32, MPI_INT, 0, MPI_COMM_SELF);
    MPI_Bcast(numbers, 12, MPI_INT, 0, MPI_COMM_SELF); /* @here */
    broadcast(few, 3);
    switch (argc) {
    case 0: break;
    case 1: MPI_Bcast(before, 33, MPI_INT, 0, MPI_COMM_SELF); break; /* @case */
    }
    MPI_Finalize();
    return 0;
}
