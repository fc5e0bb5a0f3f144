/*
 * Data are packed into where they lie, and unpacked over what is packed.
 *
 * np: 1
 * verdict: error
 * finding: ARG-ALIASED call=0@pack
 * finding: ARG-ALIASED call=0@unpack
 * says: which overlaps its inbuf
 * flavours: abi openmpi (MPICH aborts at the first)
 * twin: aliased_packed_beside.c
 */
#include <mpi.h>

int main(int argc, char **argv)
{
    int data[16] = {0}, position = 8, size = sizeof data;

    MPI_Init(&argc, &argv);
    MPI_Pack(&data[3], 4, MPI_INT, data, size, &position, MPI_COMM_SELF); /* @pack */
    position = 0;
    MPI_Unpack(data, size, &position, &data[1], 4, MPI_INT, MPI_COMM_SELF); /* @unpack */
    MPI_Finalize();
    return 0;
}
