/*
 * Packing buffers that are as long as the call is told: what is packed, or
 * unpacked, goes up to their ends
 * (MPI-4.1 5.2, 5.3).
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    char *block = calloc(40, 1), *behind = calloc(200, 1);
    int numbers[10] = {0}, position = 0;
    MPI_Aint external = 0;

    MPI_Init(&argc, &argv);
    MPI_Pack(numbers, 9, MPI_INT, block, 40, &position, MPI_COMM_WORLD);
    position = 0;
    MPI_Unpack(block, 40, &position, numbers, 9, MPI_INT, MPI_COMM_WORLD);
    position = 0;
    MPI_Unpack(block, 40, &position, numbers, 10, MPI_INT, MPI_COMM_WORLD);
    MPI_Unpack_external("external32", block, 40, &external, numbers, 10, MPI_INT);
    position = 0;
    MPI_Pack(numbers, 10, MPI_INT, block, 40, &position, MPI_COMM_WORLD);
    MPI_Finalize();
    free(behind);
    free(block);
    return 0;
}
