/*
 * Data by their address, where no memory is any more.
 *
 * np: 1
 * verdict: error
 * finding: ARG-NO-MEMORY call=0@gone
 * says: with buf = NULL (MPI_BOTTOM), but no memory is there.
 * twin: memory.c
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    MPI_Datatype placed;
    MPI_Request request;
    MPI_Aint address;
    char *memory;
    int one = 1;

    MPI_Init(&argc, &argv);
    memory = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    MPI_Get_address(memory, &address);
    MPI_Type_create_hindexed(1, &one, &address, MPI_INT, &placed);
    MPI_Type_commit(&placed);
    munmap(memory, page);
    MPI_Irecv(MPI_BOTTOM, 1, placed, 0, 1, MPI_COMM_WORLD, &request); /* @gone */
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Type_free(&placed);
    MPI_Finalize();
    return 0;
}
