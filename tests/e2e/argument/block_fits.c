/*
 * Buffers on the heap that end where their data do, by every function that
 * gives memory, from their first byte on or in their midst; blocks in the place
 * of others that were freed, in part or as a whole; one that may be used to its
 * last byte, as malloc_usable_size has told.
 *
 * np: 2
 * verdict: clean
 */
#define _GNU_SOURCE
#include <malloc.h>
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MANY 300

static char in[4 << 20];
static int rank;

/* All of the block, and its last bytes. */
static void send(char *block, size_t size)
{
    size_t part;

    if (rank == 0) {
        memset(block, 1, size);
        MPI_Send(block, (int)size, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(in, (int)size, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    for (part = 1; part < size; part *= 7)
        if (rank == 0)
            MPI_Send(block + size - part, (int)part, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        else
            MPI_Recv(in, (int)part, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void *in_thread(void *unused)
{
    char *block = malloc(70000);

    send(block, 70000);
    block = realloc(block, 100);
    send(block, 100);
    free(block);
    return unused;
}

int main(int argc, char **argv)
{
    static const size_t sizes[] = {1, 7, 24, 25, 100, 1000, 65535, 65536, 65537, 130000, 200001, 3 << 20};
    char *blocks[MANY], *block = NULL;
    pthread_t thread;
    size_t i, size;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &(int){0});
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        send(blocks[0] = malloc(sizes[i]), sizes[i]);
        send(blocks[1] = calloc(sizes[i], 1), sizes[i]);
        send(blocks[2] = memalign(64, sizes[i]), sizes[i]);
        send(blocks[3] = aligned_alloc(4096, sizes[i]), sizes[i]);
        if (posix_memalign((void **)&blocks[4], 1024, sizes[i]) != 0)
            return 1;
        send(blocks[4], sizes[i]);
        send(blocks[5] = valloc(sizes[i]), sizes[i]);
        send(block = realloc(block, sizes[i]), sizes[i]);
        for (size = 0; size < 6; size++)
            free(blocks[size]);
    }
    block = realloc(block, 3);
    size = malloc_usable_size(block);
    MPI_Sendrecv(block, (int)size, MPI_BYTE, rank, 0, in, (int)size, MPI_BYTE, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    /* Where small ones were there is a large one, and then small ones again. */
    for (i = 0; i < MANY; i++)
        blocks[i] = malloc(200);
    for (i = 0; i < MANY; i++)
        free(blocks[i]);
    block = malloc(MANY * 150);
    for (i = 0; i < MANY; i++)
        if (blocks[i] >= block && blocks[i] + 200 <= block + MANY * 150)
            MPI_Sendrecv(blocks[i], 200, MPI_BYTE, rank, 0, in, 200, MPI_BYTE, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(block);
    for (i = 0; i < MANY; i++)
        send(blocks[i] = malloc(100), 100);
    pthread_create(&thread, NULL, in_thread, NULL);
    pthread_join(thread, NULL);
    /* Memory of the program's own behind the heap. */
    block = sbrk(10000);
    send(block, 10000);
    MPI_Finalize();
    return 0;
}
