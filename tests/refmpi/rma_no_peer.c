/* np: 2 4 */
/* not under: memory-model=separate */
/* only: refmpi */
/*
 * Where the kernel forbids access to other processes' memory, RMA on the
 * user's own memory goes by messages, and everything is as before.
 */
#include "check.h"
#include "refuse.h"
#include <string.h>

#define N 100000

static int rank, size;

static void put_and_get(MPI_Win win, int *base)
{
    int *data = malloc(N * sizeof(int)), next = (rank + 1) % size;

    for (int i = 0; i < N; i++)
        data[i] = rank + i;
    MPI_Win_fence(0, win);
    MPI_Put(data, N, MPI_INT, next, 0, N, MPI_INT, win);
    MPI_Win_fence(0, win);
    for (int i = 0; i < N; i++)
        CHECK(base[i] == (rank + size - 1) % size + i);
    memset(data, 0, N * sizeof(int));
    MPI_Get(data, N, MPI_INT, next, 0, N, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    for (int i = 0; i < N; i++)
        CHECK(data[i] == rank + i);
    free(data);
}

/* How often this rank is the target below. */
static int expected(void)
{
    int n = 0;

    for (int r = 0; r < size; r++) {
        for (int round = 0; round < 50; round++)
            n += (r + round) % size == rank;
    }
    return n;
}

/* All ranks, the target among them, on the same words. */
static void accumulate(MPI_Win win, int *base)
{
    int ones[64], old;

    for (int i = 0; i < 64; i++)
        ones[i] = 1;
    memset(base, 0, 65 * sizeof(int));
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = 0; round < 50; round++) {
        int target = (rank + round) % size;

        MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
        MPI_Accumulate(ones, 64, MPI_INT, target, 0, 64, MPI_INT, MPI_SUM, win);
        MPI_Fetch_and_op(ones, &old, MPI_INT, target, 64, MPI_SUM, win);
        MPI_Win_unlock(target, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 0; i < 65; i++)
        CHECK(base[i] == expected());
}

int main(int argc, char **argv)
{
    int *base = calloc(N, sizeof(int));
    MPI_Win win;

    refuse_peer_memory();
    MPI_Init(&argc, &argv);
    rank = world_rank();
    size = world_size();
    MPI_Win_create(base, N * sizeof(int), sizeof(int), MPI_INFO_NULL,
                   MPI_COMM_WORLD, &win);
    put_and_get(win, base);
    accumulate(win, base);
    MPI_Win_free(&win);
    free(base);
    MPI_Finalize();
    return 0;
}
