/*
 * Buffers of a function that has not returned: it has gone to a coroutine,
 * which completes the operations, and whose stack is a variable of main.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>
#include <ucontext.h>

#define N 64

static ucontext_t program, coroutine;
static MPI_Request requests[2];
static int other;

static void wait(void)
{
    for (;;) {
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        swapcontext(&coroutine, &program);
    }
}

__attribute__((noinline)) static void exchange(int value)
{
    volatile int in[N] = {0}, out[N] = {value};

    MPI_Irecv((int *)in, N, MPI_INT, other, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend((int *)out, N, MPI_INT, other, 1, MPI_COMM_WORLD, &requests[1]);
    swapcontext(&program, &coroutine);
    if (in[0] != value)
        abort();
}

int main(int argc, char **argv)
{
    char stack[1 << 18];
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    getcontext(&coroutine);
    coroutine.uc_stack.ss_sp = stack;
    coroutine.uc_stack.ss_size = sizeof stack;
    makecontext(&coroutine, wait, 0);
    exchange(1);
    exchange(2);
    MPI_Finalize();
    return 0;
}
