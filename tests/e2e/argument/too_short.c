/*
 * Buffers on the heap that are shorter than their data: a small block, one with
 * a mapping of its own beside another, a gather that forgets how many processes
 * there are, and reductions that do, a piece of a buffer in pieces, a receive with too large a count of
 * which less comes, pieces that begin behind the end; and where a persistent operation, or an absolute datatype,
 * says that its data are there is no memory.
 *
 * np: 2
 * verdict: error
 * finding: ARG-TOO-SHORT call=*@small ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@large ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@each ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@pieces ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@reduced-block ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=*@reduced ranks=0,1 count=2
 * finding: ARG-TOO-SHORT call=0@displaced
 * finding: ARG-TOO-SHORT call=*@persistent ranks=0,1 count=2
 * finding: ARG-LESS-ROOM call=*@room ranks=0,1 count=2
 * finding: ARG-NO-MEMORY call=*@none ranks=0,1 count=2
 * finding: ARG-NO-MEMORY call=*@absolute ranks=0,1 count=2
 * twin: long_enough.c
 */
#include <malloc.h>
#include <mpi.h>
#include <stdlib.h>

#define LARGE (1 << 20)

static char all[2 * LARGE];

/* A block between two others: none is freed, so that nothing of the heap breaks
 * where the last is overwritten. */
static char *before_another(size_t bytes)
{
    char *first, *block, *other;

    do {
        first = malloc(4000);
        block = malloc(bytes);
        other = malloc(4000);
    } while (block < first || block - first > 4032 || other < block || (size_t)(other - block) > bytes + 32);
    return block;
}

/* Likewise, of which each has a mapping of its own. */
static char *before_another_large(void)
{
    char *block, *other;

    mallopt(M_MMAP_THRESHOLD, 128 << 10);
    block = malloc(LARGE);
    other = malloc(LARGE);
    while (other > block || block - other > LARGE + 4096) {
        block = other;
        other = malloc(LARGE);
    }
    return other;
}

int main(int argc, char **argv)
{
    char *small = before_another(56), *room = before_another(100);
    char *large = before_another_large(), in[4000];
    char *const none = (char *)0x20000; /* nobody maps so far down */
    int counts[2] = {10, 10}, displs[2] = {0, 10}, here = 0;
    MPI_Aint places[2];
    MPI_Datatype absolute;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Sendrecv(small, 100, MPI_BYTE, 0, 0, in, 4000, MPI_BYTE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @small */
    MPI_Sendrecv(large, LARGE + 8192, MPI_BYTE, 0, 0, all, sizeof all, MPI_BYTE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @large */
    MPI_Send_init(small, 100, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request); /* @persistent */
    MPI_Request_free(&request);
    MPI_Send_init(none, 100, MPI_BYTE, 0, 0, MPI_COMM_WORLD, &request); /* @none */
    MPI_Request_free(&request);
    MPI_Sendrecv(in, 8, MPI_BYTE, 0, 0, room, 2000, MPI_BYTE, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE); /* @room */
    MPI_Get_address(&here, &places[0]);
    MPI_Get_address(none, &places[1]);
    MPI_Type_create_hindexed_block(2, 1, places, MPI_INT, &absolute);
    MPI_Type_commit(&absolute);
    MPI_Irecv(MPI_BOTTOM, 1, absolute, 0, 2, MPI_COMM_WORLD, &request); /* @absolute */
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Type_free(&absolute);
    MPI_Allgather(in, 100, MPI_BYTE, room, 100, MPI_BYTE, MPI_COMM_WORLD); /* @each */
    MPI_Allgatherv(in, 10, MPI_INT, small, counts, displs, MPI_INT, MPI_COMM_WORLD); /* @pieces */
    MPI_Reduce_scatter_block(small, in, 10, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* @reduced-block */
    MPI_Reduce_scatter(small, in, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD); /* @reduced */
    displs[1] = 100;
    MPI_Scatterv(small, counts, displs, MPI_INT, in, 10, MPI_INT, 0, MPI_COMM_WORLD); /* @displaced */
    MPI_Finalize();
    return 0;
}
