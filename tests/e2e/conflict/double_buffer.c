/*
 * Steps of MPI_Rget, work and MPI_Rput on chunks, with two local buffers; each
 * chunk goes back to where it came from.
 *
 * np: 2
 * verdict: clean
 */
#include <mpi.h>

#define STEPS 8
#define CHUNK 4

int main(int argc, char **argv)
{
    int *base, rank, i, k, buffers[2][CHUNK];
    MPI_Request gets[2], puts[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * STEPS * CHUNK * sizeof(int), sizeof(int),
                     MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    for (i = 0; i < 2 * STEPS * CHUNK; i++)
        base[i] = i;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    for (i = 0; i < STEPS; i++) {
        int place = (rank * STEPS + i) * CHUNK, now = i % 2;

        MPI_Wait(&puts[now], MPI_STATUS_IGNORE);
        MPI_Rget(buffers[now], CHUNK, MPI_INT, 1, place, CHUNK, MPI_INT, win,
                 &gets[now]);
        MPI_Wait(&gets[now], MPI_STATUS_IGNORE);
        for (k = 0; k < CHUNK; k++)
            buffers[now][k]++;
        MPI_Rput(buffers[now], CHUNK, MPI_INT, 1, place, CHUNK, MPI_INT, win,
                 &puts[now]);
    }
    MPI_Waitall(2, puts, MPI_STATUSES_IGNORE);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
