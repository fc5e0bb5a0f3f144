/*
 * Buffers where no memory is, that go on behind its end, or that cannot be
 * stored to.  Of the receives none gets a message, so that no MPI notices.
 *
 * np: 1
 * verdict: error
 * finding: ARG-NO-MEMORY call=0@member
 * finding: ARG-NO-MEMORY call=0@freed
 * finding: ARG-NO-MEMORY call=0@behind
 * finding: ARG-NO-MEMORY call=0@strided
 * finding: ARG-NO-MEMORY call=0@forbidden
 * finding: ARG-READ-ONLY call=0@constant
 * says: , but no memory is there.
 * says:  bytes only.
 * twin: memory.c
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <sys/mman.h>
#include <unistd.h>

static const int constant[64] = {1};

struct particle {
    int id;
    double place[3];
};

static void cancel(MPI_Request request)
{
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    MPI_Datatype strided;
    MPI_Request request;
    char *memory;

    MPI_Init(&argc, &argv);
    MPI_Irecv(((struct particle *)NULL)->place, 3, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, &request); /* @member */
    cancel(request);
    MPI_Type_vector(2, 1, 4096, MPI_INT, &strided);
    MPI_Type_commit(&strided);
    memory = mmap(NULL, 64 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    MPI_Irecv(memory, (int)(64 * page), MPI_BYTE, 0, 1, MPI_COMM_WORLD, &request);
    cancel(request);
    mprotect(memory + 16 * page, page, PROT_NONE);
    MPI_Irecv(memory + 16 * page, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &request); /* @forbidden */
    cancel(request);
    munmap(memory + 32 * page, 32 * page);
    MPI_Irecv(memory + 40 * page, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &request); /* @freed */
    cancel(request);
    MPI_Irecv(memory + 31 * page, (int)(8 * page), MPI_BYTE, 0, 1, MPI_COMM_WORLD, &request); /* @behind */
    cancel(request);
    MPI_Irecv(memory + 34 * page, 1, strided, 0, 1, MPI_COMM_WORLD, &request); /* @strided */
    cancel(request);
    MPI_Irecv((void *)constant, 64, MPI_INT, 0, 1, MPI_COMM_WORLD, &request); /* @constant */
    cancel(request);
    MPI_Type_free(&strided);
    MPI_Finalize();
    return 0;
}
