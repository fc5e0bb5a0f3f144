/*
 * The memory that a pending receive is to store into is unmapped.  It is
 * cancelled, so that nothing comes, but not yet complete.
 *
 * np: 1
 * verdict: error
 * finding: BUFFER-GONE begin=0@receive then=0@wait
 * says: its memory was unmapped
 * twin: unmapped_after.c
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
    MPI_Irecv(space, BYTES, MPI_CHAR, 0, 0, MPI_COMM_SELF, &request); /* @receive */
    MPI_Cancel(&request);
    munmap(space, BYTES);
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* @wait */
    MPI_Finalize();
    return 0;
}
