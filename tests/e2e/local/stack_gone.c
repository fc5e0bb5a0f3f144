/*
 * A coroutine is left for good within a function of the C library, by the
 * handler of a signal, and its stack is unmapped; another one below goes on
 * with MPI.
 *
 * np: 2
 * verdict: clean
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#define SIZE (256 * 1024)

static ucontext_t first, upper, lower;
static int in[16], out[16], peer;
static MPI_Request request;
static FILE *closed;

static void leave(int signal)
{
    (void)signal;
    setcontext(&first);
}

static void begin(void)
{
    MPI_Irecv(in, 16, MPI_INT, peer, 0, MPI_COMM_WORLD, &request);
    fflush(closed); /* SIGPIPE */
}

static void go_on(void)
{
    MPI_Send(out, 16, MPI_INT, peer, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void start(ucontext_t *context, char *stack, void (*function)(void))
{
    getcontext(context);
    context->uc_stack.ss_sp = stack;
    context->uc_stack.ss_size = SIZE;
    context->uc_link = &first;
    makecontext(context, function, 0);
    setcontext(context);
}

int main(int argc, char **argv)
{
    struct sigaction action = {.sa_handler = leave, .sa_flags = SA_NODEFER};
    volatile int state = 0;
    int rank, ends[2];
    char *stacks;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    peer = 1 - rank;
    if (pipe(ends) != 0)
        return 1;
    close(ends[0]);
    closed = fdopen(ends[1], "w");
    fputs("x", closed);
    sigaction(SIGPIPE, &action, NULL);
    stacks = mmap(NULL, 2 * SIZE, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    getcontext(&first);
    switch (state++) {
    case 0:
        start(&upper, stacks + SIZE, begin);
        break;
    case 1:
        munmap(stacks + SIZE, SIZE);
        start(&lower, stacks, go_on);
        break;
    }
    signal(SIGPIPE, SIG_IGN);
    MPI_Finalize();
    return 0;
}
