/*
 * Memory is freed that pending operations use: little and much of it, in the
 * middle of a block, by realloc, by MPI_Free_mem, and what is attached for
 * buffered sends.  All are cancelled or complete before anything else comes
 * there.
 *
 * np: 1
 * verdict: error
 * finding: BUFFER-GONE begin=0@little free=0@free_little
 * finding: BUFFER-GONE begin=0@much free=0@free_much
 * finding: BUFFER-GONE begin=0@send free=0@free_send
 * finding: BUFFER-GONE begin=0@start free=0@free_started made=0@init
 * finding: BUFFER-GONE begin=0@moved free=0@realloc
 * finding: BUFFER-GONE begin=0@allocated free=0@free_mem
 * finding: BUFFER-GONE begin=0@attach free=0@free_attached
 * says: frees memory that MPI_Irecv, not yet complete, stores into
 * says: frees memory that MPI_Irecv, cancelled, but not yet complete, stores into
 * says: frees memory that MPI_Isend, not yet complete, reads
 * says: frees the buffer that MPI_Buffer_attach has attached
 * twin: released_after.c
 */
#include <mpi.h>
#include <stdlib.h>

static void end(MPI_Request *request)
{
    MPI_Cancel(request);
    MPI_Wait(request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    MPI_Request request, sent;
    char *little, *much, *send, *started, *moved, *attached, *kept, answer[8];
    void *allocated, *detached;
    int bytes;

    MPI_Init(&argc, &argv);
    little = malloc(24);
    MPI_Irecv(little + 8, 8, MPI_CHAR, 0, 0, MPI_COMM_SELF, &request); /* @little */
    free(little); /* @free_little */
    end(&request);
    much = malloc(100000); /* the last of the heap: nothing of it changes */
    MPI_Irecv(much, 100000, MPI_CHAR, 0, 0, MPI_COMM_SELF, &request); /* @much */
    MPI_Cancel(&request);
    free(much); /* @free_much */
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    send = calloc(40, 1);
    MPI_Irecv(answer, 8, MPI_CHAR, 0, 0, MPI_COMM_SELF, &request);
    MPI_Isend(send + 32, 8, MPI_CHAR, 0, 0, MPI_COMM_SELF, &sent); /* @send */
    free(send); /* @free_send */
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    started = malloc(64);
    MPI_Recv_init(started, 64, MPI_CHAR, 0, 0, MPI_COMM_SELF, &request); /* @init */
    MPI_Start(&request); /* @start */
    free(started); /* @free_started */
    end(&request);
    MPI_Request_free(&request);
    moved = malloc(64);
    kept = malloc(64); /* it cannot grow where it is */
    MPI_Irecv(moved, 64, MPI_CHAR, 0, 0, MPI_COMM_SELF, &request); /* @moved */
    moved = realloc(moved, 100000); /* @realloc */
    end(&request);
    MPI_Alloc_mem(64, MPI_INFO_NULL, &allocated);
    MPI_Irecv(allocated, 64, MPI_CHAR, 0, 0, MPI_COMM_SELF, &request); /* @allocated */
    MPI_Free_mem(allocated); /* @free_mem */
    end(&request);
    bytes = 64 + MPI_BSEND_OVERHEAD;
    attached = malloc(bytes);
    MPI_Buffer_attach(attached, bytes); /* @attach */
    free(attached); /* @free_attached */
    MPI_Buffer_detach(&detached, &bytes);
    free(moved);
    free(kept);
    MPI_Finalize();
    return 0;
}
