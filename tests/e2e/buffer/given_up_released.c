/*
 * The requests of receives are freed, and then their buffers: a message that
 * comes afterwards is stored into memory that is not there.  The first is sent
 * behind a barrier, the second at any time; that of the persistent receive is
 * the last of three.  What was freed before its request is told of once, though
 * other memory may have its place, and be freed, later.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-GONE begin=1@behind free=1@free_behind call=1@up_behind send=0@send_behind
 * finding: BUFFER-GONE begin=1@whenever free=1@free_whenever call=1@up_whenever send=0@send_whenever
 * finding: BUFFER-GONE begin=1@start free=1@free_persistent call=1@up_persistent send=0@send_persistent made=1@made
 * finding: BUFFER-GONE begin=1@early free=1@free_early count=1
 * says: nothing makes sure that rank 0 has sent the message before
 * twin: given_up_released_after.c
 */
#include <mpi.h>
#include <stdlib.h>

/* What comes is stored in the middle of what was freed, where the allocator
 * keeps nothing: it harms nobody. */
#define BLOCK 200

int main(int argc, char **argv)
{
    int rank, i, value = 1;
    int *behind = malloc(BLOCK * sizeof(int)), *whenever = malloc(BLOCK * sizeof(int)), *persistent = malloc(BLOCK * sizeof(int));
    int *early = malloc(BLOCK * sizeof(int));
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); /* @send_behind */
        MPI_Send(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD); /* @send_whenever */
        for (i = 0; i < 3; i++)
            MPI_Send(&value, 1, MPI_INT, 1, 2, MPI_COMM_WORLD); /* @send_persistent */
        MPI_Send(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
    } else {
        MPI_Irecv(behind + BLOCK / 2, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request); /* @behind */
        MPI_Request_free(&request); /* @up_behind */
        free(behind); /* @free_behind */
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Irecv(whenever + BLOCK / 2, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &request); /* @whenever */
        MPI_Request_free(&request); /* @up_whenever */
        free(whenever); /* @free_whenever */
        MPI_Recv_init(persistent + BLOCK / 2, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, &request); /* @made */
        for (i = 0; i < 3; i++) {
            MPI_Start(&request); /* @start */
            if (i < 2)
                MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
        MPI_Request_free(&request); /* @up_persistent */
        free(persistent); /* @free_persistent */
        MPI_Irecv(early + BLOCK / 2, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, &request); /* @early */
        free(early); /* @free_early */
        MPI_Request_free(&request);
        early = malloc(BLOCK * sizeof(int));
        free(early);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        free(early);
        free(behind);
        free(whenever);
        free(persistent);
    }
    MPI_Finalize();
    return 0;
}
