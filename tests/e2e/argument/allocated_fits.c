/*
 * Buffers in memory of MPI_Alloc_mem and of windows that end with it; memory
 * that was freed and is there again, as something longer; a window of a part of
 * an array, and one of shared memory, of which the next one's follows.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>

#define MANY 1000

static int in[2 * MANY], array[2 * MANY];

static void send(int *from, int count)
{
    MPI_Sendrecv(from, count, MPI_INT, 0, 0, in, 2 * MANY, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    MPI_Win win;
    int *memory, *base, rank, i;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 1; i < 4; i++) {
        MPI_Alloc_mem(i * 100 * (int)sizeof(int), MPI_INFO_NULL, &memory);
        send(memory, i * 100);
        send(memory + 10, i * 100 - 10);
        MPI_Free_mem(memory);
        memory = calloc((size_t)i * 200, sizeof(int));
        send(memory, i * 200);
        free(memory);
        MPI_Win_allocate(i * 100 * (int)sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
        send(base + 10, i * 100 - 10);
        MPI_Win_free(&win);
        memory = calloc((size_t)i * 200, sizeof(int));
        send(memory, i * 200);
        free(memory);
    }
    MPI_Win_create(array, MANY * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    send(array + 10, 2 * MANY - 10);
    MPI_Win_free(&win);
    MPI_Win_allocate_shared(100 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    if (rank == 0)
        send(base, 200);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
