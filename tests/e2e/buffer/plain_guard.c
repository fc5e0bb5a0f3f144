/*
 * A program that waits for its own memory faults is followed, and goes on as it
 * does without: an atomic operation on a page that its handler brings.
 *
 * np: 1
 * verdict: clean
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>

#define SIZE 4096

static int *page;

static void bring(int number)
{
    (void)number;
    mprotect(page, SIZE, PROT_READ | PROT_WRITE);
}

int main(int argc, char **argv)
{
    struct sigaction action = {.sa_handler = bring};
    int in = 0, out = 1, swapped;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    page = mmap(NULL, SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED)
        return 1;
    sigaction(SIGSEGV, &action, NULL);
    MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request);
    swapped = __sync_bool_compare_and_swap(page, 0, 5);
    MPI_Send(&out, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return swapped && *page == 5 ? 0 : 1;
}
