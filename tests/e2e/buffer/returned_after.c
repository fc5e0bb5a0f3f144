/*
 * Buffers of pending operations that are variables of functions which return
 * after the operations are complete, or are not theirs.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

#define N 64

#define FUNCTION __attribute__((noinline)) static void

/* So far down in the stack that the functions which are called then do not
 * come there: what the MPI stores harms nobody.  Each is elsewhere. */
#define VARIABLE(number)                       \
    struct {                                   \
        int values[N];                         \
        char above[(1 << 18) + number * 4096]; \
    }

static volatile int seen;

FUNCTION receive(MPI_Request *request)
{
    static VARIABLE(1) in;

    MPI_Irecv(in.values, N, MPI_INT, 0, 1, MPI_COMM_WORLD, request);
    seen = ((volatile char *)in.above)[0];
}

FUNCTION send(MPI_Request *request)
{
    VARIABLE(2) out = {.values = {1}};

    MPI_Isend(out.values, N, MPI_INT, 1, 1, MPI_COMM_WORLD, request);
    MPI_Wait(request, MPI_STATUS_IGNORE);
    seen = out.above[seen];
}

FUNCTION reduce(const int *in, int *out, MPI_Request *request)
{
    MPI_Iallreduce(in, out, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD, request);
}

FUNCTION put(MPI_Win window)
{
    VARIABLE(3) out = {.values = {3}};

    MPI_Put(out.values, N, MPI_INT, 1, 0, N, MPI_INT, window);
    MPI_Win_fence(0, window);
    seen = out.above[seen];
}

FUNCTION prepare(MPI_Request *request)
{
    VARIABLE(4) in;

    MPI_Recv_init(in.values, N, MPI_INT, 0, 3, MPI_COMM_WORLD, request);
    seen = ((volatile char *)in.above)[0];
}

int main(int argc, char **argv)
{
    int rank, values[N] = {0}, sum[N];
    MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Win window;
    int *base;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(N * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &window);
    if (rank == 0)
        send(&requests[0]);
    else
        receive(&requests[0]);
    if (rank == 1)
        prepare(&requests[1]);
    reduce(values, sum, &requests[2]);
    if (rank == 1)
        MPI_Request_free(&requests[1]);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    MPI_Win_fence(0, window);
    if (rank == 0)
        put(window);
    else
        MPI_Win_fence(0, window);
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
