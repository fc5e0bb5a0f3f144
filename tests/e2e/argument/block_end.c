/*
 * Buffers on the heap that are shorter than their data by a few bytes only,
 * which malloc has to spare; that begin in the midst of a small or a large
 * block, in one of another thread's, in one that realloc has made shorter; and
 * buffers and arrays that the program has freed.
 *
 * np: 2
 * verdict: error
 * finding: ARG-TOO-SHORT call=0@spare
 * finding: ARG-TOO-SHORT call=0@zeroed
 * finding: ARG-TOO-SHORT call=0@within
 * finding: ARG-TOO-SHORT call=0@row
 * finding: ARG-TOO-SHORT call=0@middle
 * finding: ARG-TOO-SHORT call=0@aligned
 * finding: ARG-TOO-SHORT call=0@shrunk
 * finding: ARG-TOO-SHORT call=0@thread
 * finding: ARG-NO-MEMORY call=0@freed
 * finding: ARG-NO-MEMORY call=0@moved
 * finding: ARG-NO-MEMORY call=0@array
 * says: ends after 32 of 36 bytes
 * says: that block of memory was freed
 * says: whose array_of_requests takes
 * twin: block_fits.c
 */
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

#define COLUMNS 1000
#define ROWS    100

static void *of_thread;
static char in[8 * COLUMNS * ROWS];

static void *allocate(void *unused)
{
    (void)unused;
    of_thread = calloc(9, sizeof(int));
    return NULL;
}

int main(int argc, char **argv)
{
    int rank, *numbers = malloc(8 * sizeof(int)), *zeroed = calloc(9, sizeof(int));
    int *shrunk = malloc(4000);
    double *small = malloc(200 * sizeof(double));
    double *matrix = malloc(COLUMNS * ROWS * sizeof(double));
    char *aligned = aligned_alloc(256, 512), *freed = malloc(1000), *moved = malloc(2000), *behind;
    MPI_Request *requests = malloc(2 * sizeof *requests);
    pthread_t thread;

    shrunk = realloc(shrunk, 22);
    behind = malloc(3000);
    pthread_create(&thread, NULL, allocate, NULL);
    pthread_join(thread, NULL);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send(numbers, 9, MPI_INT, 1, 0, MPI_COMM_WORLD); /* @spare */
        MPI_Send(zeroed, 10, MPI_INT, 1, 0, MPI_COMM_WORLD); /* @zeroed */
        MPI_Send(small + 150, 51, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); /* @within */
        MPI_Send(matrix + COLUMNS * (ROWS - 1), COLUMNS + 1, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); /* @row */
        MPI_Send(matrix + 50, COLUMNS * ROWS - 49, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); /* @middle */
        MPI_Send(aligned + 256, 257, MPI_BYTE, 1, 0, MPI_COMM_WORLD); /* @aligned */
        MPI_Send(shrunk, 6, MPI_INT, 1, 0, MPI_COMM_WORLD); /* @shrunk */
        MPI_Send(of_thread, 10, MPI_INT, 1, 0, MPI_COMM_WORLD); /* @thread */
        free(freed);
        MPI_Send(freed, 1000, MPI_BYTE, 1, 0, MPI_COMM_WORLD); /* @freed */
        behind = realloc(moved, 100000);
        MPI_Send(moved, 100, MPI_BYTE, 1, 0, MPI_COMM_WORLD); /* @moved */
        MPI_Irecv(in, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(in + 8, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        free(requests);
        requests[0] = requests[1] = MPI_REQUEST_NULL;
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE); /* @array */
    } else {
        const MPI_Datatype types[] = {MPI_INT, MPI_INT, MPI_DOUBLE, MPI_DOUBLE, MPI_DOUBLE, MPI_BYTE, MPI_INT, MPI_INT, MPI_BYTE, MPI_BYTE};
        int i;

        for (i = 0; i < 10; i++)
            MPI_Recv(in, COLUMNS * ROWS, types[i], 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Send(&rank, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return behind == NULL;
}
