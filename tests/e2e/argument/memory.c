/*
 * Buffers that have their memory: constants that are sent, memory of several
 * mappings one behind the other, up to its very end, that came anew where
 * none was; none where nothing is sent, or
 * to nobody.
 *
 * np: 1
 * verdict: clean
 */
#define _GNU_SOURCE
#include <mpi.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static const int constant[64] = {1};

int main(int argc, char **argv)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    int received[64], i;
    char *memory, *heap;
    MPI_Comm grid;

    MPI_Init(&argc, &argv);
    memory = mmap(NULL, 64 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(memory + 16 * page, page, PROT_READ);
    MPI_Sendrecv(constant, 64, MPI_INT, 0, 0, received, 64, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv(memory + page, (int)(31 * page), MPI_BYTE, 0, 0, memory + 33 * page, (int)(31 * page), MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Bcast((void *)constant, 64, MPI_INT, 0, MPI_COMM_WORLD);
    munmap(memory, 64 * page);
    MPI_Sendrecv(memory, 0, MPI_BYTE, 0, 0, memory, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(memory, 64, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Cart_create(MPI_COMM_WORLD, 1, (int[]){1}, (int[]){0}, 0, &grid);
    MPI_Neighbor_alltoall(memory, 4, MPI_INT, memory + page, 4, MPI_INT, grid);
    MPI_Comm_free(&grid);
    for (i = 1; i <= 64; i *= 2) {
        heap = calloc((size_t)i, page);
        MPI_Sendrecv(heap, i, MPI_INT, 0, 0, heap + 4 * i, i, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Allreduce(MPI_IN_PLACE, heap, (int)((size_t)i * page), MPI_SIGNED_CHAR, MPI_SUM, MPI_COMM_WORLD);
        free(heap);
    }
    MPI_Finalize();
    return 0;
}
