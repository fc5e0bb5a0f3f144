/*
 * What a pending send reads was a variable of a function that has returned;
 * other functions have their own variables there by then, which is no change of
 * the buffer.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-GONE begin=0@stored-over then=0@wait
 * finding: BUFFER-GONE begin=0@called-over then=0@later
 * says: it was a variable of a function that has returned
 * twin: returned_after.c
 */
#include <mpi.h>

#define N 32

#define FUNCTION __attribute__((noinline)) static

static volatile int total;

FUNCTION void send(int what, MPI_Request *request)
{
    int out[N];
    int i;

    for (i = 0; i < N; i++)
        out[i] = what;
    if (what == 1)
        MPI_Isend(out, N, MPI_INT, 1, 1, MPI_COMM_WORLD, request); /* @stored-over */
    else
        MPI_Isend(out, N, MPI_INT, 1, 2, MPI_COMM_WORLD, request); /* @called-over */
}

FUNCTION int count(int calls)
{
    volatile int table[2 * N];
    int i, sum = 0;

    for (i = 0; i < 2 * N; i++)
        table[i] = i;
    if (calls)
        MPI_Barrier(MPI_COMM_WORLD);
    for (i = 0; i < 2 * N; i++)
        sum += table[i] += i;
    return sum;
}

int main(int argc, char **argv)
{
    int rank, in[N];
    MPI_Request request = MPI_REQUEST_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        send(1, &request);
        total += count(0);
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait */
        send(2, &request);
        total += count(1);
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* @later */
    } else {
        MPI_Recv(in, N, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Recv(in, N, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
