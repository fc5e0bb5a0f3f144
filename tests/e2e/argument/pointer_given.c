/*
 * Where pointers point to, and the pointers themselves as bytes.
 *
 * np: 2
 * verdict: clean
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
    MPI_Bcast(table, COUNT, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(numbers, COUNT, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Bcast(&table, sizeof table, MPI_BYTE, 0, MPI_COMM_SELF);
    MPI_Bcast(&numbers, sizeof numbers, MPI_BYTE, 0, MPI_COMM_SELF);
    free(table);
    MPI_Finalize();
    return 0;
}
