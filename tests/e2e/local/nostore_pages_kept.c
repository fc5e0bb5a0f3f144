/*
 * MPI_MODE_NOSTORE, and nobody stores into the window but by puts; neighbours
 * store into their own parts of a shared one, memory beside it in the same page
 * is stored into, and what stands in it is sent (acceptance C3).
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#define SIZE (1 << 18)

int main(int argc, char **argv)
{
    char *base, *part, *memory = malloc(SIZE + 64), *got = malloc(SIZE);
    MPI_Win win, shared;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    base = memory + 32;
    memset(memory, 1, SIZE + 64);
    MPI_Win_create(base, SIZE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_allocate_shared(SIZE, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &part,
                            &shared);
    memset(part, 1, SIZE);
    MPI_Win_fence(0, win);
    MPI_Win_fence(MPI_MODE_NOSTORE, win);
    memory[0] = memory[31] = base[SIZE] = 7; /* beside it */
    if (rank == 0) {
        MPI_Send(base, SIZE, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
        MPI_Put(got, SIZE / 2, MPI_CHAR, 1, 0, SIZE / 2, MPI_CHAR, win);
    } else {
        MPI_Recv(got, SIZE, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Win_fence(MPI_MODE_NOSTORE, win);
    MPI_Win_fence(MPI_MODE_NOSTORE, win);
    base[SIZE / 2] = 1;
    MPI_Win_fence(0, win);
    MPI_Win_fence(0, shared);
    MPI_Win_fence(MPI_MODE_NOSTORE, shared);
    if (rank == 1)
        part[SIZE / 2] = 2;
    MPI_Allreduce(part, got, SIZE / 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Win_fence(rank == 0 ? MPI_MODE_NOSTORE : 0, shared);
    MPI_Win_free(&shared);
    MPI_Win_free(&win);
    free(memory);
    free(got);
    MPI_Finalize();
    return 0;
}
