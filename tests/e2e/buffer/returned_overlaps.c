/*
 * What a pending send reads, and a pending receive stores into, was a variable
 * of a function that has returned; the next function has a variable of its own
 * there, which it gives to a call: that is no use of the pending buffer. (With
 * murmel cc its stores there are seen, and told, before.)
 *
 * np: 2
 * compiler: mpicc
 * verdict: error
 * finding: BUFFER-GONE begin=0@send then=0@get count=1
 * finding: BUFFER-GONE begin=1@receive then=1@put count=1
 * twin: returned_overlaps_not.c
 */
#include <mpi.h>
#include <stddef.h>

#define N 32

#define FUNCTION __attribute__((noinline)) static

FUNCTION void send(MPI_Request *request)
{
    int out[N];
    int i;

    for (i = 0; i < N; i++)
        out[i] = i;
    MPI_Isend(out, N, MPI_INT, 1, 0, MPI_COMM_WORLD, request); /* @send */
}

FUNCTION int get(void)
{
    int in[N];

    MPI_Recv(in, N, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* @get */
    MPI_Send(NULL, 0, MPI_INT, 1, 2, MPI_COMM_WORLD);
    return in[0];
}

FUNCTION void receive(MPI_Request *request)
{
    int in[N];

    MPI_Irecv(in, N, MPI_INT, 0, 0, MPI_COMM_WORLD, request); /* @receive */
}

FUNCTION void put(void)
{
    int out[N];
    int i;

    for (i = 0; i < N; i++)
        out[i] = i;
    MPI_Send(out, N, MPI_INT, 0, 1, MPI_COMM_WORLD); /* @put */
    /* behind what is received, which so comes while this has its place */
    MPI_Recv(NULL, 0, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    MPI_Request request;
    int rank, got = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        send(&request);
        got = get();
    } else {
        receive(&request);
        put();
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return got != 0;
}
