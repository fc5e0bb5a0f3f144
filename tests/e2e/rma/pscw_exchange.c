/*
 * Two ranks put into each other's window and then load their own (Figure 32;
 * acceptance A1), for three sizes.  The window has 16 bytes at least: Debian's
 * MPICH loses data in some that have not.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static void exchange(int rank, int bytes)
{
    int peer = 1 - rank;
    char *base, *data = malloc(bytes);
    MPI_Group world, group;
    MPI_Win win;

    memset(data, rank + 1, bytes);
    MPI_Win_allocate(bytes < 16 ? 16 : bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                     &base, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &peer, &group);
    MPI_Win_post(group, 0, win);
    MPI_Win_start(group, 0, win);
    MPI_Put(data, bytes, MPI_BYTE, peer, 0, bytes, MPI_BYTE, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    memset(data, peer + 1, bytes);
    if (memcmp(base, data, bytes) != 0)
        MPI_Abort(MPI_COMM_WORLD, 9);
    MPI_Group_free(&group);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    free(data);
}

int main(int argc, char **argv)
{
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    exchange(rank, 8);
    exchange(rank, 64 << 10);
    exchange(rank, 16 << 20);
    MPI_Finalize();
    return 0;
}
