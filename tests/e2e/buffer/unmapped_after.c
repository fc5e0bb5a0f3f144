/*
 * The memory that a pending receive is to store into is unmapped as it
 * has been cancelled.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>
#include <stddef.h>
#include <sys/mman.h>

#define BYTES 4096

int main(int argc, char **argv)
{
    MPI_Request request;
    char *space;

    MPI_Init(&argc, &argv);
    space = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    MPI_Irecv(space, BYTES, MPI_CHAR, 0, 0, MPI_COMM_SELF, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    munmap(space, BYTES);
    MPI_Finalize();
    return 0;
}
