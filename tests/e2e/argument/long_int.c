/*
 * An int for an MPI_Aint, or MPI_Count, that a call stores: what lies behind it
 * is overwritten.
 *
 * np: 1
 * verdict: error
 * needs: x86-64
 * finding: ARG-TOO-SHORT call=0@address
 * finding: ARG-TOO-SHORT call=0@size
 * says: calls MPI_Get_address, whose address takes 8 bytes, but the variable place (long_int.c:21) ends after 4
 * twin: long_fits.c
 */
#include <mpi.h>
#include <stdlib.h>

/* Of a block, the last bytes that it has. */
#define ROOM 20

int main(int argc, char **argv)
{
    int before[2] = {0}, place = 0, after[2] = {0};
    char *block = calloc(1, ROOM);
    void *address = &place, *size = block + ROOM - sizeof(int);

    MPI_Init(&argc, &argv);
    MPI_Get_address(&argc, address); /* @address */
    MPI_Type_size_x(MPI_INT, size); /* @size */
    MPI_Finalize();
    return before[0] + after[1];
}
