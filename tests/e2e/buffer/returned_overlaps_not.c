/*
 * A function begins an operation with a variable of its caller, which lives as
 * long as that, and returns; the next one gives variables of its own to a call.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

#define N 32

#define FUNCTION __attribute__((noinline)) static

FUNCTION void send(int *out, MPI_Request *request)
{
    int i;

    for (i = 0; i < N; i++)
        out[i] = i;
    MPI_Isend(out, N, MPI_INT, 1, 0, MPI_COMM_WORLD, request);
}

FUNCTION int get(void)
{
    int in[N];

    MPI_Recv(in, N, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return in[0];
}

FUNCTION void receive(int *in, MPI_Request *request)
{
    MPI_Irecv(in, N, MPI_INT, 0, 0, MPI_COMM_WORLD, request);
}

FUNCTION void put(void)
{
    int out[N];
    int i;

    for (i = 0; i < N; i++)
        out[i] = i;
    MPI_Send(out, N, MPI_INT, 0, 1, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    MPI_Request request;
    int rank, got = 0, numbers[N];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        send(numbers, &request);
        got = get();
    } else {
        receive(numbers, &request);
        put();
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return got != 0;
}
