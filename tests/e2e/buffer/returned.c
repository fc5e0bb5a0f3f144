/*
 * Buffers of pending operations that are variables of functions which return
 * before the operations are complete.
 *
 * np: 2
 * verdict: error
 * finding: BUFFER-GONE begin=1@receive then=1@start
 * finding: BUFFER-GONE begin=0@send then=0@wait
 * finding: BUFFER-GONE begin=*@reduce then=*@wait ranks=0,1 cites=6.12
 * finding: BUFFER-GONE begin=0@put then=0@fence
 * finding: BUFFER-GONE made=1@init begin=1@start then=1@wait
 * says: it was a variable of a function that has returned
 * says: is pending, whose buf is gone: it was a variable of a function that has returned.
 * twin: returned_after.c
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
    VARIABLE(1) in;

    MPI_Irecv(in.values, N, MPI_INT, 0, 1, MPI_COMM_WORLD, request); /* @receive */
    seen = ((volatile char *)in.above)[0];
}

FUNCTION send(MPI_Request *request)
{
    VARIABLE(2) out = {.values = {1}};

    MPI_Isend(out.values, N, MPI_INT, 1, 1, MPI_COMM_WORLD, request); /* @send */
    seen = out.above[seen];
}

FUNCTION reduce(const int *in, MPI_Request *request)
{
    VARIABLE(3) out;

    MPI_Iallreduce(in, out.values, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD, request); /* @reduce */
    seen = ((volatile char *)out.above)[0];
}

FUNCTION put(MPI_Win window)
{
    VARIABLE(4) out = {.values = {3}};

    MPI_Put(out.values, N, MPI_INT, 1, 0, N, MPI_INT, window); /* @put */
    seen = out.above[seen];
}

FUNCTION start(MPI_Request *request)
{
    VARIABLE(5) in;

    MPI_Recv_init(in.values, N, MPI_INT, 0, 3, MPI_COMM_WORLD, request); /* @init */
    MPI_Start(request); /* @start */
    seen = ((volatile char *)in.above)[0];
}

int main(int argc, char **argv)
{
    int rank, values[N] = {0};
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
        start(&requests[1]);
    reduce(values, &requests[2]);
    if (rank == 0)
        MPI_Send(values, N, MPI_INT, 1, 3, MPI_COMM_WORLD);
    MPI_Waitall(3, requests, MPI_STATUSES_IGNORE); /* @wait */
    if (rank == 1)
        MPI_Request_free(&requests[1]);
    MPI_Win_fence(0, window);
    if (rank == 0)
        put(window);
    MPI_Win_fence(0, window); /* @fence */
    MPI_Win_free(&window);
    MPI_Finalize();
    return 0;
}
