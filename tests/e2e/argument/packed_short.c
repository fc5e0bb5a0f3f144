/*
 * Packing buffers that are shorter than the call is told: what is packed, or
 * unpacked, goes beyond the end of the first ones, and fits into the others
 * (MPI-4.1 5.2, 5.3).
 *
 * np: 1
 * verdict: error
 * finding: ARG-TOO-SHORT call=0@pack
 * finding: ARG-TOO-SHORT call=0@unpack
 * finding: ARG-TOO-SHORT call=0@external
 * finding: ARG-LESS-ROOM call=0@told
 * finding: ARG-LESS-ROOM call=0@read
 * says: but the block of memory there ends after 36 of 40 bytes
 * twin: packed_fits.c
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    char *block = calloc(36, 1), *behind = calloc(200, 1);
    int numbers[10] = {0}, position = 0;
    MPI_Aint external = 0;

    MPI_Init(&argc, &argv);
    MPI_Pack(numbers, 9, MPI_INT, block, 40, &position, MPI_COMM_WORLD); /* @told */
    position = 0;
    MPI_Unpack(block, 40, &position, numbers, 9, MPI_INT, MPI_COMM_WORLD); /* @read */
    position = 0;
    MPI_Unpack(block, 40, &position, numbers, 10, MPI_INT, MPI_COMM_WORLD); /* @unpack */
    MPI_Unpack_external("external32", block, 40, &external, numbers, 10, MPI_INT); /* @external */
    position = 0;
    MPI_Pack(numbers, 10, MPI_INT, block, 40, &position, MPI_COMM_WORLD); /* @pack */
    MPI_Finalize();
    free(behind);
    free(block);
    return 0;
}
