/*
 * A send buffer of many pages, of which the message has come already: a page
 * in the middle may not be loaded from meanwhile, and the MPI does not. The
 * program goes on as without Murmel.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>
#include <sys/mman.h>

#define PAGE  4096
#define PAGES 9

int main(int argc, char **argv)
{
    static char received[PAGES * PAGE];
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Request request;
    char *pages;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(comm, &rank);
    pages = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (rank == 0) {
        MPI_Isend(pages, PAGES * PAGE, MPI_CHAR, 1, 0, comm, &request);
        MPI_Recv(received, 1, MPI_CHAR, 1, 0, comm, MPI_STATUS_IGNORE);
        mprotect(pages + 4 * PAGE, PAGE, PROT_NONE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        mprotect(pages + 4 * PAGE, PAGE, PROT_READ | PROT_WRITE);
    } else {
        MPI_Recv(received, PAGES * PAGE, MPI_CHAR, 0, 0, comm,
                 MPI_STATUS_IGNORE);
        MPI_Send(received, 1, MPI_CHAR, 0, 0, comm);
    }
    munmap(pages, PAGES * PAGE);
    MPI_Finalize();
    return 0;
}
