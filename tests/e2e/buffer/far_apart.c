/*
 * Pending operations on data in pieces that lie far apart, with nothing mapped
 * between them, and on variables of functions that have not returned.
 *
 * np: 1
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>
#include <sys/mman.h>

#define BYTES 4096

static int global[2];

__attribute__((noinline)) static void wait_below(MPI_Request requests[2])
{
    volatile char deep[BYTES] = {0};

    MPI_Barrier(MPI_COMM_SELF);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    deep[0] = deep[1];
}

int main(int argc, char **argv)
{
    int local[2] = {1, 2}, *heap = malloc(2 * sizeof *heap), lengths[4] = {2, 2, 2, 2}, out[8] = {0};
    MPI_Aint places[4];
    MPI_Request requests[2];
    MPI_Datatype type;
    int *mapped;

    MPI_Init(&argc, &argv);
    mapped = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    MPI_Get_address(local, &places[0]);
    MPI_Get_address(heap, &places[1]);
    MPI_Get_address(global, &places[2]);
    MPI_Get_address(mapped, &places[3]);
    MPI_Type_create_hindexed(4, lengths, places, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Irecv(MPI_BOTTOM, 1, type, 0, 0, MPI_COMM_SELF, &requests[0]);
    MPI_Isend(out, 8, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[1]);
    wait_below(requests);
    MPI_Irecv(out, 8, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[0]);
    MPI_Isend(MPI_BOTTOM, 1, type, 0, 0, MPI_COMM_SELF, &requests[1]);
    wait_below(requests);
    MPI_Type_free(&type);
    munmap(mapped, BYTES);
    free(heap);
    MPI_Finalize();
    return 0;
}
