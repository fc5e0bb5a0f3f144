/*
 * As page_protected.c, with memory that malloc has given: on the heap, and in a
 * block of its own.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE 4096
#define MOST 300

static char received[MOST * PAGE];

static void exchange(int rank, int count)
{
    MPI_Request request;
    char *pages = aligned_alloc(PAGE, (size_t)count * PAGE);

    memset(pages, 1, (size_t)count * PAGE);
    if (rank == 0) {
        MPI_Isend(pages, count * PAGE, MPI_CHAR, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Recv(received, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        mprotect(pages + (count - 4) * PAGE, PAGE, PROT_NONE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        mprotect(pages + (count - 4) * PAGE, PAGE, PROT_READ | PROT_WRITE);
    } else {
        MPI_Recv(received, count * PAGE, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(received, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    }
    free(pages);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    exchange(rank, 9);
    exchange(rank, MOST);
    exchange(rank, 9);
    MPI_Finalize();
    return 0;
}
