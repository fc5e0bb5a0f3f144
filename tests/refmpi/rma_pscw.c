/* np: 2 */
/*
 * Start, complete, post, wait: exchange in both directions (8 B to 16 MiB),
 * and a put that completes while its target, having posted, sits in MPI_Recv.
 */
#include "check.h"
#include <string.h>

static int rank;

static MPI_Win make_window(int allocate, MPI_Aint bytes, char **base)
{
    MPI_Win win;

    if (allocate) {
        MPI_Win_allocate(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, base, &win);
    } else {
        *base = malloc((size_t)bytes);
        MPI_Win_create(*base, bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    }
    return win;
}

static void drop_window(int allocate, MPI_Win *win, char *base)
{
    MPI_Win_free(win);
    CHECK(*win == MPI_WIN_NULL);
    if (!allocate)
        free(base);
}

static void both_ways(int allocate, int bytes, MPI_Group other)
{
    char *base, *data = malloc((size_t)bytes);
    MPI_Win win = make_window(allocate, bytes, &base);

    for (int round = 0; round < 3; round++) {
        memset(base, 0, (size_t)bytes);
        memset(data, 'a' + rank + round, (size_t)bytes);
        MPI_Win_post(other, 0, win);
        MPI_Win_start(other, 0, win);
        MPI_Put(data, bytes, MPI_BYTE, 1 - rank, 0, bytes, MPI_BYTE, win);
        MPI_Win_complete(win);
        MPI_Win_wait(win);
        for (int i = 0; i < bytes; i++)
            CHECK(base[i] == 'a' + 1 - rank + round);
    }
    drop_window(allocate, &win, base);
    free(data);
}

static void target_receives(int allocate, int bytes, MPI_Group other)
{
    char *base, *data = malloc((size_t)bytes);
    MPI_Win win = make_window(allocate, bytes, &base);
    int flag = 0;

    if (rank == 0) {
        memset(data, 'x', (size_t)bytes);
        MPI_Win_start(other, 0, win);
        MPI_Put(data, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, win);
        MPI_Win_complete(win);
        MPI_Send(data, 0, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
    } else {
        memset(base, 0, (size_t)bytes);
        MPI_Win_post(other, 0, win);
        MPI_Recv(data, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        while (!flag)
            MPI_Win_test(win, &flag);
        for (int i = 0; i < bytes; i++)
            CHECK(base[i] == 'x');
    }
    drop_window(allocate, &win, base);
    free(data);
}

int main(int argc, char **argv)
{
    static const int sizes[] = {16, 65536, 16 << 20};
    MPI_Group world, other;
    int peer;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    peer = 1 - rank;
    MPI_Group_incl(world, 1, &peer, &other);
    for (int i = 0; i < 3; i++) {
        for (int allocate = 0; allocate < 2; allocate++) {
            both_ways(allocate, sizes[i], other);
            target_receives(allocate, sizes[i], other);
        }
    }
    MPI_Group_free(&world);
    MPI_Group_free(&other);
    MPI_Finalize();
    return 0;
}
