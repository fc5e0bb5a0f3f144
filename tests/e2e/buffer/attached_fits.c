/*
 * Buffered sends that have their buffer: for one message after the other, for
 * several at once, for none; one that is attached anew, and memory that is used
 * after it was detached.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>

#define BYTES 1000
#define MANY  10

int main(int argc, char **argv)
{
    int one = BYTES + MPI_BSEND_OVERHEAD, size, rank, i;
    char *space = malloc((size_t)(MANY * one)), out[BYTES] = {0}, in[BYTES], *detached;
    MPI_Request request, requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bsend(out, BYTES, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Buffer_attach(space, one);
    MPI_Bsend_init(out, BYTES, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, &request);
    for (i = 0; i < 3; i++) {
        MPI_Bsend(out, BYTES, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD);
        MPI_Recv(in, BYTES, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Buffer_detach(&detached, &size);
        MPI_Sendrecv(space, 1, MPI_INT, rank, 1, space + 100, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Buffer_attach(detached, size);
        MPI_Start(&request);
        MPI_Recv(in, BYTES, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Buffer_detach(&detached, &size);
        MPI_Buffer_attach(detached, size);
    }
    MPI_Request_free(&request);
    MPI_Buffer_detach(&detached, &size);
    MPI_Buffer_attach(space, MANY * one);
    for (i = 0; i < MANY - 2; i++)
        MPI_Bsend(out, BYTES, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD);
    for (i = 0; i < 2; i++)
        MPI_Ibsend(out, BYTES, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, &requests[i]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (i = 0; i < MANY; i++)
        MPI_Recv(in, BYTES, MPI_BYTE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&detached, &size);
    free(space);
    MPI_Finalize();
    return 0;
}
