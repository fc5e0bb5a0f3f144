/*
 * The target waits in its epoch for a message that the origin sends after its
 * own (Figure 34; acceptance A5), for five sizes.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

static void put_and_tell(int rank, int bytes)
{
    int other = !rank, token = 0;
    char *base, *data = malloc(bytes);
    MPI_Group world, group;
    MPI_Win win;

    memset(data, 7, bytes);
    MPI_Win_allocate(bytes < 16 ? 16 : bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD,
                     &base, &win);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &other, &group);
    if (rank == 0) {
        MPI_Win_start(group, 0, win);
        MPI_Put(data, bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, win);
        MPI_Win_complete(win);
        MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Win_post(group, 0, win);
        MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_wait(win);
        if (memcmp(base, data, bytes) != 0)
            MPI_Abort(MPI_COMM_WORLD, 9);
    }
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
    put_and_tell(rank, 8);
    put_and_tell(rank, 4 << 10);
    put_and_tell(rank, 64 << 10);
    put_and_tell(rank, 1 << 20);
    put_and_tell(rank, 16 << 20);
    MPI_Finalize();
    return 0;
}
