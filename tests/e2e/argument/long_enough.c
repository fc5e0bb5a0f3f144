/*
 * Buffers on the heap that are as long as their data, from their first byte,
 * or from one in their middle before which stands what may be the header of a
 * short block; with pieces that lie in other blocks, as datatypes may say.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>

#define MANY 4000

int main(int argc, char **argv)
{
    static char in[MANY * 8];
    int64_t *numbers = malloc(MANY * sizeof(int64_t));
    char *block, *blocks[2];
    int counts[1] = {100}, displs[1], parts[2] = {5, 15}, i;
    MPI_Aint places[2];
    MPI_Datatype absolute;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    block = calloc(20, 8);
    MPI_Reduce_scatter_block(block, in, 10, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    MPI_Reduce_scatter(block, in, parts, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
    free(block);
    for (i = 0; i < MANY; i++)
        numbers[i] = 0x41; /* 64 bytes, and the one before is in use */
    for (i = 0; i < 200; i++)
        MPI_Sendrecv(numbers + i, MANY - i, MPI_INT64_T, 0, 0, in, MANY, MPI_INT64_T, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    for (i = 16; i < MANY * 100; i *= 3) {
        block = calloc((size_t)i, 8);
        MPI_Sendrecv(block, i > MANY ? MANY : i, MPI_INT64_T, 0, 0, in, MANY, MPI_INT64_T, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
        MPI_Allreduce(MPI_IN_PLACE, block, i, MPI_INT64_T, MPI_SUM, MPI_COMM_SELF);
        free(block);
        block = aligned_alloc(4096, 4096 * 4);
        MPI_Allreduce(MPI_IN_PLACE, block, 4096 * 2, MPI_INT16_T, MPI_BOR, MPI_COMM_SELF);
        free(block);
    }
    blocks[0] = malloc(200);
    blocks[1] = malloc(200);
    displs[0] = 100;
    MPI_Allgatherv(in, 100, MPI_BYTE, blocks[0], counts, displs, MPI_BYTE, MPI_COMM_SELF);
    MPI_Get_address(blocks[0], &places[0]);
    MPI_Get_address(blocks[1], &places[1]);
    MPI_Type_create_hindexed_block(2, 200, places, MPI_BYTE, &absolute);
    MPI_Type_commit(&absolute);
    MPI_Send_init(MPI_BOTTOM, 1, absolute, 0, 0, MPI_COMM_SELF, &request);
    MPI_Start(&request);
    MPI_Recv(in, 400, MPI_BYTE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Type_free(&absolute);
    places[1] -= places[0];
    places[0] = 0;
    MPI_Type_create_hindexed_block(2, 200, places, MPI_BYTE, &absolute);
    MPI_Type_commit(&absolute);
    MPI_Sendrecv(blocks[0], 1, absolute, 0, 0, in, 400, MPI_BYTE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
    MPI_Type_free(&absolute);
    free(blocks[0]);
    free(blocks[1]);
    free(numbers);
    MPI_Finalize();
    return 0;
}
